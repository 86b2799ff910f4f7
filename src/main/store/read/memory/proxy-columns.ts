import { facets, findKey, type QueryKey } from '../../../../shared/filter/query-keys.ts';
import type { Connection, SqlValue } from '../../sqlite/connection.ts';
import { layouts } from '../../schema/layout.ts';
import { WordTexts } from './word-texts.ts';
import { allBits, clearBit, eachBit, emptyBits, setBit, type Bits } from './bits.ts';

/** A column of the proxies: for each row the code of its value. */
export interface CodedColumn {
  readonly field: string;
  /** By the number of the row. */
  readonly codes: Uint16Array | Uint32Array;
  /** By code; some may be of no row any more. */
  readonly values: readonly SqlValue[];
}

/** The columns that facets are counted by. */
export const facetFields: readonly string[] = facets.flatMap(({ key }) => {
  const { field = null, label, labelOf }: Partial<QueryKey> = findKey('proxies', key) ?? {};
  return [field, labelOf === undefined ? label : null].filter((name) => typeof name === 'string');
});

/** Columns with few values that only filters compare. */
export const comparedFields = [
  'subdivision_id',
  'subdivision_name',
  'city_timezone',
  'proxy_http_port',
  'proxy_socks5_port',
  'subnet_id',
  'subnet_id_v6',
] as const;

/** A slice is read in well under a frame of time that a filter waits for. */
const sliceRows = 10_000;
/** If more rows changed, reading all of them takes less time. Older entries of `proxy_change` are deleted (cache.sql). */
const maxChanges = 50_000;

/** The rows of the table, numbered in the order of their keys; a removed row keeps its number. */
interface Numbering {
  keys: Float64Array;
  count: number;
  /** Rows that still exist. */
  present: Bits;
}

/**
 * The proxies in memory: their keys, and columns that are read when they are first needed. `catchUp` brings all of it up
 * to date by the log of changed rows, which triggers write in the transaction that changes a row.
 */
export class ProxyColumns {
  readonly #connection: Connection;
  readonly #columns = new Map<string, GrowingColumn>();
  #words: WordTexts | undefined;
  #numbering: Numbering | undefined;
  /** The last entry of the log that is in here. */
  #at = 0;
  #loading: Promise<void> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** How many rows are numbered. */
  get count(): number {
    return this.#numbered.count;
  }

  /** The rows that exist. */
  get present(): Bits {
    return this.#numbered.present;
  }

  get #numbered(): Numbering {
    return (this.#numbering ??= this.#readKeys());
  }

  keyOf(row: number): number {
    return this.#numbered.keys[row] ?? -1;
  }

  /** The number of the row with a key; -1: there is none. `hint` is where it may be. */
  find(key: number, hint = 0): number {
    return findRow(this.#numbered, key, hint);
  }

  /** A column, undefined if it has not been read. */
  get(field: string): CodedColumn | undefined {
    return this.#columns.get(field);
  }

  /** The texts that words are looked for in; undefined: they have not been read, or are too large to be kept. */
  get words(): WordTexts | undefined {
    return this.#words?.isTooLarge === false ? this.#words : undefined;
  }

  /** Reads the columns that have not been read. */
  readAll(fields: readonly string[]): void {
    const slices = this.#reading(fields);
    while (slices.next().done !== true);
  }

  /** A column, which is read if it has not been. */
  read(field: string): CodedColumn {
    this.readAll([field]);
    const column = this.#columns.get(field);
    if (column === undefined) throw new Error(`The column ${field} is not here.`);
    return column;
  }

  /** The first label that is not empty of each value of a column, by its code; `named` has the labels. */
  labels(column: CodedColumn, named: CodedColumn): SqlValue[] {
    const labels = new Array<SqlValue>(column.values.length).fill(null);
    let missing = labels.length;
    eachBit(this.present, (row) => {
      const code = column.codes[row] ?? 0;
      if (labels[code] !== null) return true;
      const label = named.values[named.codes[row] ?? 0] ?? null;
      if (label === null || label === '') return true;
      labels[code] = label;
      missing -= 1;
      return missing > 0;
    });
    return labels;
  }

  /** Reads the columns that have not been read, with a turn for others after each slice. */
  async loadInSlices(fields: readonly string[], options: { readonly hasWords?: boolean } = {}): Promise<void> {
    while (this.#loading !== undefined) await this.#loading;
    const load = async (): Promise<void> => {
      const slices = this.#reading(fields, options.hasWords);
      while (slices.next().done !== true) await new Promise((resolve) => setImmediate(resolve));
    };
    this.#loading = load().finally(() => {
      this.#loading = undefined;
    });
    await this.#loading;
  }

  /** Learns which rows changed; in the read transaction of the answer that follows. */
  catchUp(): void {
    const [first = 0, last = 0] = (this.#connection.get('SELECT min(id), max(id) FROM proxy_change') ?? []).map(Number);
    const missed = last - this.#at;
    if (missed === 0) return;
    const isKnown = missed > 0 && missed <= maxChanges && first <= this.#at + 1;
    const isPatched = isKnown && this.#patch(this.#read, this.#changedSince());
    if (!isPatched) this.#forget();
    if (this.#words?.isWorn === true) this.#words = undefined;
    this.#at = last;
  }

  /** Everything that has been read. */
  get #read(): readonly Growing[] {
    return [...this.#columns.values(), ...(this.words === undefined ? [] : [this.words])];
  }

  #forget(): void {
    this.#numbering = undefined;
    this.#columns.clear();
    this.#words = undefined;
  }

  #readKeys(): Numbering {
    const [first = 0, last = 0, count = 0] = (
      this.#connection.get('SELECT min(key), max(key), count(*) FROM proxy') ?? []
    ).map(Number);
    const isGapless = last - first === count - 1;
    const found = isGapless
      ? Float64Array.from({ length: count }, (_, row) => first + row)
      : Float64Array.from(this.#connection.column('SELECT key FROM proxy ORDER BY key'), Number);
    return { keys: found, count, present: allBits(count) };
  }

  /** The keys of rows that were added, changed or removed after an entry of the log. */
  #changedSince(at = this.#at): number[] {
    return this.#connection.column('SELECT DISTINCT key FROM proxy_change WHERE id > ? ORDER BY key', at).map(Number);
  }

  *#reading(fields: readonly string[], hasWords = false): Generator<undefined, void> {
    const missing = fields.filter((field) => !this.#columns.has(field));
    const needsWords = hasWords && this.#words === undefined;
    while (missing.length > 0 || needsWords) {
      const [numbering, at] = [this.#numbered, this.#at];
      const columns = missing.map((field) => new GrowingColumn(field, numbering.count));
      const words = needsWords ? new WordTexts(numbering.count) : undefined;
      const growing: readonly Growing[] = words === undefined ? columns : [...columns, words];
      const sql = `SELECT r.key, ${selected(growing)} FROM proxy r WHERE r.key > ? ORDER BY r.key LIMIT ?`;
      let after = Number.MIN_SAFE_INTEGER;
      let hint = 0;
      let isOver = false;
      while (!isOver && this.#numbering === numbering) {
        const rows = this.#connection.all(sql, after, sliceRows);
        for (const [key, ...values] of rows) {
          after = Number(key);
          const row = findRow(numbering, after, hint);
          // One that was added meanwhile is in the log.
          if (row < 0) continue;
          hint = row + 1;
          for (const [place, column] of growing.entries()) column.set(row, values[place] ?? null);
        }
        isOver = rows.length < sliceRows;
        if (!isOver) yield;
      }
      const isPatched =
        isOver && this.#numbering === numbering && (at === this.#at || this.#patch(growing, this.#changedSince(at)));
      if (!isPatched) continue;
      for (const column of columns) this.#columns.set(column.field, column);
      this.#words = words ?? this.#words;
      return;
    }
  }

  /** Reads the rows with some keys again; false: one of them has no place in the numbering. */
  #patch(columns: readonly Growing[], changed: readonly number[]): boolean {
    const numbering = this.#numbering;
    if (numbering === undefined) return true;
    const rows = this.#connection.all(
      `SELECT r.key, ${selected(columns)} FROM json_each(?) changed CROSS JOIN proxy r ON r.key = changed.value`,
      JSON.stringify(changed),
    );
    const found = new Map(rows.map(([key, ...values]) => [Number(key), values]));
    for (const key of changed) {
      const values = found.get(key);
      let row = findRow(numbering, key, numbering.count);
      if (values === undefined) {
        if (row >= 0) clearBit(numbering.present, row);
        continue;
      }
      if (row < 0) {
        if (key < (numbering.keys[numbering.count - 1] ?? -Infinity)) return false;
        row = append(numbering, key);
      }
      setBit(numbering.present, row);
      for (const [place, column] of columns.entries()) column.set(row, values[place] ?? null);
    }
    return true;
  }
}

const selected = (columns: readonly Growing[]): string =>
  columns.length === 0 ? 'NULL' : columns.map(({ sql }) => sql).join(', ');

function findRow({ keys: sorted, count }: Numbering, key: number, hint: number): number {
  if (sorted[hint] === key && hint < count) return hint;
  let [low, high] = [0, count - 1];
  // Most keys have no gaps before them.
  const guess = key - (sorted[0] ?? 0);
  if (guess >= 0 && guess < count && sorted[guess] === key) return guess;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const there = sorted[middle] ?? 0;
    if (there === key) return middle;
    if (there < key) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

function append(numbering: Numbering, key: number): number {
  const row = numbering.count;
  numbering.count += 1;
  if (row >= numbering.keys.length) {
    const keysBefore = numbering.keys;
    numbering.keys = new Float64Array(roomFor(row));
    numbering.keys.set(keysBefore);
  }
  numbering.keys[row] = key;
  if (row % 32 === 0) {
    const before = numbering.present;
    numbering.present = emptyBits(numbering.count);
    numbering.present.set(before);
  }
  return row;
}

const roomFor = (row: number): number => Math.ceil(row * 1.25) + 1000;

/** What is read of each row. */
interface Growing {
  /** Of a row `r`. */
  readonly sql: string;
  set(row: number, value: SqlValue): void;
}

/** A column that can be written. */
class GrowingColumn implements CodedColumn, Growing {
  readonly field: string;
  readonly sql: string;
  readonly values: SqlValue[] = [];
  codes: Uint16Array | Uint32Array;
  readonly #codeOf = new Map<SqlValue, number>();

  constructor(field: string, count: number) {
    this.field = field;
    this.sql = `r.${field}`;
    this.codes = new Uint16Array(count);
  }

  set(row: number, value: SqlValue): void {
    let code = this.#codeOf.get(value);
    if (code === undefined) {
      code = this.values.push(value) - 1;
      this.#codeOf.set(value, code);
      if (code === 0x1_0000) this.codes = Uint32Array.from(this.codes);
    }
    if (row >= this.codes.length) {
      const before = this.codes;
      const Codes = before instanceof Uint16Array ? Uint16Array : Uint32Array;
      this.codes = new Codes(roomFor(row));
      this.codes.set(before);
    }
    this.codes[row] = code;
  }
}

/**
 * The values of a column as a table of their own with the columns `code` and its name, for a condition or an order on it.
 * The type is the column's, so that they are compared as it is.
 */
export function valuesAsRows({ field, values }: CodedColumn): {
  readonly sql: string;
  readonly param: string;
} {
  const form = layouts.proxies.columns.find((column) => column.field === field)?.form;
  const type = form === 'text' ? 'TEXT' : 'INTEGER';
  return {
    sql: `(SELECT key AS code, CAST(value AS ${type}) AS ${field} FROM json_each(?))`,
    param: JSON.stringify(values),
  };
}

/** How many rows of a set have each value, by its code; without those that no row has. */
export function countCodes(
  { codes, values }: CodedColumn,
  mask: Bits,
): { readonly code: number; readonly count: number }[] {
  const counts = new Uint32Array(values.length);
  for (let at = 0; at < mask.length; at += 1) {
    let word = mask[at] ?? 0;
    const first = at * 32;
    while (word !== 0) {
      const code = codes[first + 31 - Math.clz32(word & -word)] ?? 0;
      counts[code] = (counts[code] ?? 0) + 1;
      word &= word - 1;
    }
  }
  return Array.from(counts, (count, code) => ({ code, count })).filter(({ count }) => count > 0);
}
