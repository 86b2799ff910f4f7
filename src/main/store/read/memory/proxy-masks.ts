import { readQuery } from '../../../../shared/filter/query.ts';
import type { Query, QueryTerm, SortKey } from '../../../../shared/filter/query-term.ts';
import { isSelected, listOf, type Rows } from '../../../../shared/rows.ts';
import { idOf } from '../../schema/codec.ts';
import { layouts } from '../../schema/layout.ts';
import type { Connection } from '../../sqlite/connection.ts';
import { compileTerms } from '../query/compile-query.ts';
import { either, type Condition } from '../query/condition.ts';
import { compileProxies } from '../query/rows-condition.ts';
import { allBits, both, eitherOf, emptyBits, setBit, without, type Bits } from './bits.ts';
import { ProxyColumns, valuesAsRows, type CodedColumn } from './coded-columns.ts';
import { isPlainWord } from './word-texts.ts';

/** Enough for one window and its saved views. */
const maxMasks = 48;
const maxOrders = 4;
/** Above this, a condition is evaluated for each row, not each value. */
const maxValuesAsked = 50_000;

export type ProxyMasks = ReturnType<typeof createProxyMasks>;

/**
 * Caches conditions as masks. SQL evaluates one once per row, or per value of its only column. Use it within `answer`,
 * in one database state.
 */
function createProxyMasks(connection: Connection) {
  const columns = new ProxyColumns(connection);
  const masks = createRecent<Bits>(maxMasks);
  const orders = createRecent<Uint32Array>(maxOrders);
  let state: string | undefined;

  /** Every change of the database discards masks and orders; columns follow it. */
  const catchUp = (): void => {
    const now = connection.state();
    if (now === state) return;
    masks.clear();
    orders.clear();
    columns.catchUp();
    state = now;
  };
  const answer = <T>(work: () => T): T =>
    connection.snapshot(() => {
      catchUp();
      return work();
    });

  const readRows = ({ sql, params }: Condition): Bits => {
    const bits = emptyBits(columns.count);
    let hint = 0;
    for (const key of connection.column(`SELECT r.key FROM proxy r WHERE ${sql}`, ...params)) {
      const row = columns.find(Number(key), hint);
      setBit(bits, row);
      hint = row + 1;
    }
    return bits;
  };
  const askRows = (condition: Condition): Bits =>
    masks.get(JSON.stringify([condition.sql, condition.params]), () => readRows(condition));
  /** Undefined: not a word, or SQL must look. */
  const findWord = ({ word }: Condition): Bits | undefined => {
    const { words, count } = columns;
    if (word === undefined || words === undefined || !isPlainWord(word)) return undefined;
    return masks.get(JSON.stringify({ word }), () => words.find(word, count));
  };
  const askValues = (column: CodedColumn, { sql, params }: Condition): Bits => {
    const { codes, values } = column;
    const rows = valuesAsRows(column);
    const matching = new Uint8Array(values.length);
    const codesOf = `SELECT r.code FROM ${rows.sql} r WHERE ${sql}`;
    for (const code of connection.column(codesOf, rows.param, ...params)) {
      matching[Number(code)] = 1;
    }
    const bits = emptyBits(columns.count);
    for (let at = 0; at < bits.length; at += 1) {
      let word = 0;
      const first = at * 32;
      for (let bit = 0; bit < 32; bit += 1) {
        word |= (matching[codes[first + bit] ?? 0] ?? 0) << bit;
      }
      bits[at] = word;
    }
    return bits;
  };
  /** The only column that a condition looks at; undefined: several, or none. */
  const columnOf = ({ sql }: Condition): CodedColumn | undefined => {
    const fields = new Set(Array.from(sql.matchAll(/\br\.(\w+)/g), ([, field = '']) => field));
    const [field = ''] = fields;
    const column = fields.size === 1 ? columns.get(field) : undefined;
    return column !== undefined && column.values.length <= maxValuesAsked ? column : undefined;
  };
  const ask = (condition: Condition): Bits => {
    if (!/\br\./.test(condition.sql)) {
      const isTrue = connection.get(`SELECT ${condition.sql}`, ...condition.params)?.[0] === 1;
      return isTrue ? allBits(columns.count) : emptyBits(columns.count);
    }
    const column = columnOf(condition);
    return column ? askValues(column, condition) : askRows(condition);
  };
  const maskOf = (condition: Condition): Bits => {
    if (condition.opposite) return without(columns.present, maskOf(condition.opposite));
    const masksOfParts: Bits[] = [];
    const asked: Condition[] = [];
    for (const part of flatten(condition)) {
      const word = findWord(part);
      if (part.opposite) masksOfParts.push(maskOf(part));
      else if (word) masksOfParts.push(word);
      else asked.push(part);
    }
    // One evaluation per column, and one for all others.
    const groups = Map.groupBy(asked, (part) => (/\br\./.test(part.sql) ? columnOf(part)?.field : ''));
    for (const group of groups.values()) masksOfParts.push(ask(either(group)));
    return masksOfParts.reduce(eitherOf, emptyBits(columns.count));
  };
  const ofIds = (ids: readonly string[]): Bits => {
    const { sql, value } = idOf(layouts.proxies);
    const params = [JSON.stringify(ids.map((id) => value(id)))];
    return readRows({ sql: `${sql} IN (SELECT value FROM json_each(?))`, params });
  };

  const of = (where: Query): Bits => compileTerms('proxies', where).map(maskOf).reduce(both, columns.present);

  return {
    /** Runs work in one read transaction, up to date. */
    answer,
    columns,
    of,
    ofTerm: (term: QueryTerm): Bits => of({ terms: [term] }),
    ofRows(rows: Rows): Bits {
      if (listOf(rows) !== 'proxies') return both(maskOf(compileProxies(rows)), columns.present);
      if (rows.kind === 'ids') return ofIds(rows.ids);
      const found = of(readQuery(rows.where, 'proxies'));
      return isSelected(rows) ? without(found, ofIds(rows.excludedIds ?? [])) : found;
    },
    /** Row numbers in an order, computed by `make` unless cached. */
    order: (sort: readonly SortKey[], make: () => Uint32Array): Uint32Array => orders.get(JSON.stringify(sort), make),
  };
}

/** Gives a store the masks of its connection. */
export function createMaskUser(connection: Connection): <T>(work: (masks: ProxyMasks) => T) => T {
  let kept: ProxyMasks | undefined;
  return (work) => {
    // A transaction may be rolled back, so nothing of it is cached.
    const masks = connection.isInTransaction() ? createProxyMasks(connection) : (kept ??= createProxyMasks(connection));
    return masks.answer(() => work(masks));
  };
}

export const termOf = (key: string, text: string): QueryTerm => ({
  key,
  isNegated: false,
  values: [{ kind: 'text', text }],
  start: 0,
  end: 0,
});

const flatten = (condition: Condition): readonly Condition[] => condition.anyOf?.flatMap(flatten) ?? [condition];

/** Caches the last few values by name. */
function createRecent<T>(most: number) {
  const values = new Map<string, T>();
  return {
    get(name: string, make: () => T): T {
      const value = values.get(name) ?? make();
      values.delete(name);
      values.set(name, value);
      const [oldest] = values.keys();
      if (values.size > most && oldest !== undefined) values.delete(oldest);
      return value;
    },
    clear(): void {
      values.clear();
    },
  };
}
