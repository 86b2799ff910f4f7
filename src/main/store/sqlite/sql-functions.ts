import type { Database } from 'better-sqlite3';
import { parseIpv4Block, parseIpv6Block } from '../../../shared/ip-address.ts';

/** Lower case, the same in SQL and here. */
export function fold(text: string): string {
  return text.toLowerCase();
}

/** SQLite's own function is several times faster, but knows ASCII only. */
export const foldedFor = (column: string, text: string): string =>
  isAscii(text) ? `lower(${column})` : `fold(${column})`;

/** Sorts numbers in texts, ignoring case: `user2` before `user10`. */
const natural = (text: string): string =>
  fold(text).replace(/\d+/g, (digits) => digits.replace(/^0+/, '').padStart(20, '0'));

export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Place of an ID in a seeded order, independent of others. FNV-1a, mixed as in MurmurHash3. */
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

/** False for different versions, or if unreadable. */
function isWithin(inner: string, outer: string): boolean {
  if (inner.includes(':') !== outer.includes(':')) return false;
  const [inner4, outer4] = [parseIpv4Block(inner), parseIpv4Block(outer)];
  if (inner4 && outer4) return inner4.first >= outer4.first && inner4.last <= outer4.last;
  const [inner6, outer6] = [parseIpv6Block(inner), parseIpv6Block(outer)];
  if (!inner6 || !outer6) return false;
  return Buffer.compare(inner6.first, outer6.first) >= 0 && Buffer.compare(inner6.last, outer6.last) <= 0;
}

/** Registers `fold(text)`, `natural(text)`, `is_within(block, block)` and `shuffle(seed, id)`. */
export function registerFunctions(db: Database): void {
  const options = { deterministic: true };
  db.function('fold', options, (value: unknown) => (typeof value === 'string' ? fold(value) : null));
  db.function('natural', options, (value: unknown) => (typeof value === 'string' ? natural(value) : null));
  db.function('is_within', options, (inner: unknown, outer: unknown) =>
    typeof inner === 'string' && typeof outer === 'string' ? Number(isWithin(inner, outer)) : 0,
  );
  db.function('shuffle', options, (seed: unknown, id: unknown) => shuffle(String(seed), String(id)));
}
