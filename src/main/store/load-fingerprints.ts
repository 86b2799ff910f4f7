import type { Connection } from './connection.ts';
import { fingerprintLength } from './fingerprint.ts';
import type { KeyTable } from './key-table.ts';

const keysAtOnce = 10_000;
/** Digits of one of its two halves. */
const half = fingerprintLength;

/**
 * Puts the kept fingerprints of a list into a table, as two big-endian halves. They
 * are read as one text for thousands of rows, each as its digits and the row's key: a
 * buffer for every row would take several times as long.
 */
export function loadFingerprints(connection: Connection, table: string, into: KeyTable): void {
  const last = Number(connection.get(`SELECT coalesce(max(key), 0) FROM ${table}`)?.[0]);
  const read = connection.prepare(
    `SELECT group_concat(hex(hash) || key, ' ') FROM ${table}
     WHERE key > ? AND key <= ? AND length(hash) = ${String(fingerprintLength)}`,
  );
  for (let from = 0; from < last; from += keysAtOnce) {
    const text = read.get(from, from + keysAtOnce)?.[0];
    if (typeof text === 'string') addAll(text, into);
  }
}

function addAll(text: string, into: KeyTable): void {
  for (let at = 0; at < text.length; at += 1) {
    const high = readHex(text, at);
    const low = readHex(text, at + half);
    at += 2 * half;
    let key = 0;
    for (; at < text.length && text.charCodeAt(at) !== 0x20; at += 1) {
      key = key * 10 + text.charCodeAt(at) - 0x30;
    }
    into.add(high, low, key);
  }
}

/** Eight upper-case hexadecimal digits, as SQLite writes them. */
function readHex(text: string, start: number): number {
  let value = 0;
  for (let at = start; at < start + half; at += 1) {
    const code = text.charCodeAt(at);
    value = (value << 4) | (code < 0x3a ? code - 0x30 : code - 0x37);
  }
  return value >>> 0;
}
