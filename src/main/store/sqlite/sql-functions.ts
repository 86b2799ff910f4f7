import type { Database } from 'better-sqlite3';
import { parseIpv4Block, parseIpv6Block } from '../../../shared/ip-address.ts';

/** Lower case for comparing, the same in SQL and in what SQL is compared with. */
export function fold(text: string): string {
  return text.toLowerCase();
}

/**
 * SQL for the lower-case form of a column that is compared with a text: SQLite's own, which
 * knows ASCII only and is several times faster, unless the text has other letters.
 */
export const foldedFor = (column: string, text: string): string =>
  isAscii(text) ? `lower(${column})` : `fold(${column})`;

/** A text whose order has its numbers in it, ignoring case: `user2` before `user10`. */
const natural = (text: string): string =>
  fold(text).replace(/\d+/g, (digits) => digits.replace(/^0+/, '').padStart(20, '0'));

/** Whether a text has nothing but ASCII. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/**
 * The place of an ID in an order that a seed decides, so that one ID more or less moves no
 * other: FNV-1a over seed and ID, mixed as MurmurHash3 ends.
 */
function shuffle(seed: string, id: string): number {
  let sum = 0x811c_9dc5;
  for (const text of [seed, id]) {
    for (const byte of Buffer.from(text)) sum = Math.imul(sum ^ byte, 0x0100_0193);
    sum = Math.imul(sum ^ (sum >>> 16), 0x85eb_ca6b);
    sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2_ae35);
    sum = (sum ^ (sum >>> 16)) >>> 0;
  }
  return sum;
}

/** Whether an address or block lies within another one of its version; false if either can't be read. */
function isWithin(inner: string, outer: string): boolean {
  if (inner.includes(':') !== outer.includes(':')) return false;
  const [inner4, outer4] = [parseIpv4Block(inner), parseIpv4Block(outer)];
  if (inner4 && outer4) return inner4.first >= outer4.first && inner4.last <= outer4.last;
  const [inner6, outer6] = [parseIpv6Block(inner), parseIpv6Block(outer)];
  if (!inner6 || !outer6) return false;
  return Buffer.compare(inner6.first, outer6.first) >= 0 && Buffer.compare(inner6.last, outer6.last) <= 0;
}

/**
 * Teaches a connection the functions that statements use: `fold(text)`, `natural(text)`,
 * `is_within(block, block)` and `shuffle(seed, id)`.
 */
export function registerFunctions(db: Database): void {
  const options = { deterministic: true };
  db.function('fold', options, (value: unknown) => (typeof value === 'string' ? fold(value) : null));
  db.function('natural', options, (value: unknown) => (typeof value === 'string' ? natural(value) : null));
  db.function('is_within', options, (inner: unknown, outer: unknown) =>
    typeof inner === 'string' && typeof outer === 'string' ? Number(isWithin(inner, outer)) : 0,
  );
  db.function('shuffle', options, (seed: unknown, id: unknown) => shuffle(String(seed), String(id)));
}
