import { facets, findKey, type QueryKey } from '../../../../shared/filter/query-keys.ts';
import type { Connection, SqlValue } from '../../sqlite/connection.ts';
import { layouts } from '../../schema/layout.ts';
import { WordTexts } from './word-texts.ts';
import { allBits, clearBit, eachBit, emptyBits, setBit, type Bits } from './bits.ts';

/** A column of the proxies: a value code per row. */
export interface CodedColumn {
  readonly field: string;
  readonly codes: Uint16Array | Uint32Array;
  /** By code; some may have no row. */
  readonly values: readonly SqlValue[];
}

export const facetFields: readonly string[] = facets.flatMap(({ key }) => {
  const { field = null, label, labelOf }: Partial<QueryKey> = findKey('proxies', key) ?? {};
  return [field, labelOf === undefined ? label : null].filter((name) => typeof name === 'string');
});

/** Columns of few values that only filters compare. */
export const comparedFields = [
  'subdivision_id',
  'subdivision_name',
  'city_timezone',
  'proxy_http_port',
  'proxy_socks5_port',
  'subnet_id',
  'subnet_id_v6',
] as const;

/** Read in well under a frame. */
const sliceRows = 10_000;
/** Beyond this, reading all is faster; `proxy_change` keeps no more (cache.sql). */
const maxChanges = 50_000;

/** By ascending key; removed rows keep their number. */
interface Numbering {
  keys: Float64Array;
  count: number;
  present: Bits;
}

/** Proxies in memory: keys, and columns on first use. `catchUp` follows the log of changes that triggers write. */
export class ProxyColumns {
  readonly #connection: Connection;
  readonly #columns = new Map<string, GrowingColumn>();
  #words: WordTexts | undefined;
  #numbering: Numbering | undefined;
  #at = 0;
  #loading: Promise<void> | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get count(): number {
    return this.#numbered.count;
  }

  get present(): Bits {
    return this.#numbered.present;
  }

  get #numbered(): Numbering {
    return (this.#numbering ??= this.#readKeys());
  }

  keyOf(row: number): number {
    return this.#numbered.keys[row] ?? -1;
  }

  /** The row of a key, or -1. `hint`: where it may be. */
  find(key: number, hint = 0): number {
    return findRow(this.#numbered, key, hint);
  }

  get(field: string): CodedColumn | undefined {
    return this.#columns.get(field);
  }

  /** The texts for bare words; undefined: not read, or too large. */
  get words(): WordTexts | undefined {
    return this.#words?.isTooLarge === false ? this.#words : undefined;
  }

  readAll(fields: readonly string[]): void {
    const slices = this.#reading(fields);
    while (slices.next().done !== true);
  }

  read(field: string): CodedColumn {
    this.readAll([field]);
    const column = this.#columns.get(field);
    if (column === undefined) throw new Error(`The column ${field} is not here.`);
    return column;
  }

  /** The first label of each value by code, from `named`. */
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

  /** Reads missing columns, yielding to other work after each slice. */
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

  /** Re-reads changed rows; call it in the read transaction of the response. */
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
          // A row added meanwhile is in the log.
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

  /** Reads some rows again; false: one has no place in the numbering. */
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

interface Growing {
  readonly sql: string;
  set(row: number, value: SqlValue): void;
}

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

/** Makes a table of `code` and value, cast to the column's type for comparisons. */
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

/** Counts rows by value, without empty ones. */
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
