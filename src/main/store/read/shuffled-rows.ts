import type { SqlValue } from '../records/column-form.ts';
import type { Condition } from '../query/condition.ts';
import type { Connection, SqlRow } from '../connection.ts';

/** Rows that are read at once. */
const chunkSize = 1000;

/** Reads the rows of the keys in a JSON list, in that order. */
export const selectByKeys = (columns: string): string =>
  `SELECT ${columns} FROM json_each(?) k CROSS JOIN proxy r ON r.key = k.value ORDER BY k.key`;

/**
 * While a statement is open, all others of its connection see the same state. So many rows
 * that a stream does not read it to its end at once, as it would a short one.
 */
const holdState = `SELECT p.key FROM proxy p CROSS JOIN (
  WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n LIMIT 10000) SELECT i FROM n)`;

/**
 * Streams proxies in an order that a seed decides: each has its place by a hash of seed
 * and id, so the same seed gives the same order, and a proxy more or less moves no other.
 * Held are a few numbers a proxy, never the rows.
 *
 * @param flags an integer of each row, computed once by the statement that finds them;
 *   it comes behind `columns`
 */
export function* streamShuffled(
  connection: Connection,
  parts: {
    readonly columns: string;
    readonly flags: Condition;
    readonly where: Condition;
    readonly seed: string;
  },
): Generator<SqlRow, undefined> {
  const { columns, flags, where, seed } = parts;
  const hash = createSeededHash(seed);
  const state = connection.iterate(holdState);
  state.next();
  try {
    const keys: number[] = [];
    const flagOf: number[] = [];
    const hashes: number[] = [];
    const found = connection.iterate(
      `SELECT r.key, r.proxy_id, ${flags.sql} FROM proxy r WHERE ${where.sql} ORDER BY r.key`,
      ...flags.params,
      ...where.params,
    );
    for (const [key, id, flag] of found) {
      keys.push(Number(key));
      hashes.push(hash(id ?? null));
      flagOf.push(Number(flag));
    }
    const order = sortPlaces(hashes);
    for (let first = 0; first < order.length; first += chunkSize) {
      const places = Array.from(order.subarray(first, first + chunkSize), (word) =>
        Number(word & 0xffff_ffffn),
      );
      const wanted = JSON.stringify(places.map((place) => keys[place]));
      const rows = connection.all(selectByKeys(columns), wanted);
      for (const [at, row] of rows.entries()) {
        yield [...row, flagOf[places[at] ?? 0] ?? 0];
      }
    }
    return undefined;
  } finally {
    state.return(undefined);
  }
}

/** The places of the hashes in ascending order; each as the low half of a word. */
function sortPlaces(hashes: readonly number[]): BigUint64Array {
  const words = new BigUint64Array(hashes.length);
  // Every system that Electron runs on is little-endian: the low half comes first.
  const halves = new Uint32Array(words.buffer);
  hashes.forEach((hash, place) => {
    halves[2 * place] = place;
    halves[2 * place + 1] = hash;
  });
  return words.sort();
}

/** FNV-1a over the bytes of a stored id, begun with the seed and mixed as MurmurHash3 ends. */
function createSeededHash(seed: string): (id: SqlValue) => number {
  const prime = 0x0100_0193;
  const add = (hash: number, bytes: Buffer): number => {
    let sum = hash;
    for (const byte of bytes) sum = Math.imul(sum ^ byte, prime);
    return sum;
  };
  const start = mix(add(0x811c_9dc5, Buffer.from(seed)));
  return (id) => mix(add(start, Buffer.isBuffer(id) ? id : Buffer.from(String(id))));
}

function mix(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85eb_ca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2_ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
