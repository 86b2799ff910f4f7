import { findKey, isCounted } from '../../../shared/filter/query-keys.ts';
import { fail } from '../../../shared/failure.ts';
import type { FacetValue, Query, RowGroups } from '../../../shared/filter/query-term.ts';
import type { ListName } from '../../../shared/lists.ts';
import type { StoreContext } from '../context.ts';
import { textOrNull } from '../schema/column-form.ts';
import { furtherExpressions, nameOfService, sources } from './query/list-source.ts';
import type { Connection, SqlValue } from '../sqlite/connection.ts';
import { fold } from '../sqlite/sql-functions.ts';
import { compileQuery } from './query/compile-query.ts';
import type { Condition } from './query/condition.ts';

/** Values that are returned of one facet; the others can be typed. */
export const maxValues = 10_000;

/** A key of the filter language whose values are counted by a column. */
export interface CountedKey {
  readonly key: string;
  readonly column: string;
  /** The value of a row `r`. */
  readonly expression: string;
  readonly label: string | undefined;
  readonly labelOf: 'service' | undefined;
  readonly isFlag: boolean;
}

/** The column that the values of a key are counted by; undefined: they are not. */
export function findCounted(list: ListName, key: string): CountedKey | undefined {
  const row = findKey(list, key);
  if (!row || row.field === null || !isCounted(row)) return undefined;
  const { field: column, label, labelOf, kind } = row;
  return { key, column, expression: `r.${column}`, label, labelOf, isFlag: kind === 'flag' };
}

/** Columns of the proxies that one index has: without a filter they are counted together. */
const indexedGroups: readonly (readonly string[])[] = [
  ['country_id'],
  ['city_name'],
  ['asn_id'],
  ['service_id', 'proxy_type', 'proxy_protocol', 'proxy_status', 'proxy_is_online'],
];
const isIndexed = ({ column }: CountedKey): boolean => indexedGroups.flat().includes(column);
/** Their indexes know no case. */
const caseless: readonly string[] = ['country_id', 'city_name'];

interface Counted {
  readonly count: number;
  /** If the same statement reads it. */
  readonly label: SqlValue;
}
export type Counts = ReadonlyMap<SqlValue, Counted>;

/** How many proxies of a filter have each value of some columns, by the names of the keys. */
export function countValues(
  connection: Connection,
  where: Query,
  keys: readonly CountedKey[],
): ReadonlyMap<string, Counts> {
  const condition = compileQuery('proxies', where);
  const { sql, params } = condition;
  if (where.terms.length === 0 || keys.length === 1) {
    const { counts, add } = startCounts(keys);
    const groups = [
      ...indexedGroups.map((columns) => keys.filter(({ column }) => columns.includes(column))),
      ...keys.filter((key) => !isIndexed(key)).map((key) => [key]),
    ];
    // Under a filter a walk over the index of the value would look up each row on its own.
    const sign = where.terms.length === 0 ? '' : '+';
    for (const group of groups) {
      const [first] = group;
      if (first === undefined) continue;
      const names = group.map(({ expression }) => expression).join(', ');
      const order = group.map((key) => sign + key.expression + collationOf(key)).join(', ');
      const label = isIndexed(first) ? undefined : first.label;
      const grouped = `SELECT count(*), ${label === undefined ? 'NULL' : `max(r.${label})`}, ${names}
        FROM proxy r WHERE ${sql} GROUP BY ${order}`;
      for (const [count, ofValue, ...values] of connection.all(grouped, ...params)) {
        group.forEach(({ key }, at) => {
          add(key, values[at], Number(count), ofValue);
        });
      }
    }
    return counts;
  }
  return countEach(connection, condition, keys);
}

/** Counts the values of some columns, in one pass over the proxies of a condition. */
export function countEach(
  connection: Connection,
  { sql, params }: Condition,
  keys: readonly CountedKey[],
): ReadonlyMap<string, Counts> {
  const { counts, add } = startCounts(keys);
  const names = keys.map(({ expression }) => expression).join(', ');
  for (const row of connection.iterate(`SELECT ${names} FROM proxy r WHERE ${sql}`, ...params)) {
    for (const [at, { key }] of keys.entries()) add(key, row[at]);
  }
  return counts;
}

function startCounts(keys: readonly CountedKey[]): {
  readonly counts: ReadonlyMap<string, Counts>;
  readonly add: (
    key: string,
    value: SqlValue | undefined,
    count?: number,
    label?: SqlValue,
  ) => void;
} {
  const counts = new Map(keys.map(({ key }) => [key, new Map<SqlValue, Counted>()]));
  return {
    counts,
    add(key, value = null, count = 1, label = null) {
      const ofKey = counts.get(key);
      ofKey?.set(value, { count: (ofKey.get(value)?.count ?? 0) + count, label });
    },
  };
}

const collationOf = ({ column }: CountedKey): string =>
  caseless.includes(column) ? ' COLLATE NOCASE' : '';

/**
 * The statement for the label of a value of the proxies; null: its values have none, or are
 * counted together with it, because no index finds a row with the value.
 */
export function selectLabel(key: CountedKey): string | null {
  const { column, label, labelOf } = key;
  if (label === undefined || !isIndexed(key)) return null;
  if (labelOf === 'service') return 'SELECT service_name FROM service WHERE service_id = ?';
  return `SELECT ${label} FROM proxy WHERE ${column} = ?${collationOf(key)} AND ${label} <> '' LIMIT 1`;
}

/** Values of the proxies with their labels, most frequent first; missing and empty ones are skipped. */
export function describeCounts(
  { writer }: StoreContext,
  key: CountedKey,
  counts: Counts = new Map(),
): FacetValue[] {
  const select = selectLabel(key);
  return describe(key, counts, (value, label) =>
    select === null ? label : (writer.get(select, value)?.[0] ?? null),
  );
}

/** Groups beyond these are summed up. */
const mostGroups = 100;

/**
 * The rows of a list of tests by the value of a key, most rows first, with those of each that work.
 *
 * @throws FailureError `invalid-input` for a key that has no values to group by
 */
export function countGroups(
  { writer }: StoreContext,
  list: 'tested' | 'results',
  key: string,
  where: Query,
): RowGroups {
  const { field, label } = findKey(list, key) ?? { field: null };
  const source = sources[list];
  const expressionOf = (name: string): string | undefined =>
    source.expressions.get(name)?.sql ?? furtherExpressions[name];
  const expression = field === null ? undefined : expressionOf(field);
  if (expression === undefined) throw fail('invalid-input', `"${key}" has no groups.`);
  const named = (label === undefined ? undefined : expressionOf(label)) ?? 'NULL';
  const works = list === 'tested' ? 'r.works' : 'r.proxy_test_result_is_successful';
  const { sql, params } = compileQuery(list, where);
  const groups = writer
    .all(
      `SELECT ${expression}, max(${named}), count(*), total(${works}) FROM ${source.layout.table} r ${source.joins}
       WHERE ${sql} AND coalesce(${expression}, '') <> '' GROUP BY 1 ORDER BY 3 DESC, 1`,
      ...params,
    )
    .map(([value = null, name, count, working]) => ({
      value: String(value),
      label: textOrNull(name) ?? String(value),
      count: Number(count),
      works: Number(working),
    }));
  const others = groups.slice(mostGroups);
  const sum = (of: 'count' | 'works'): number =>
    others.reduce((total, group) => total + group[of], 0);
  return {
    groups: groups.slice(0, mostGroups),
    others: { groupCount: others.length, count: sum('count'), works: sum('works') },
  };
}

/**
 * Counts the values of a key of a small list under a filter, by its column.
 *
 * @param table has several values for each row of the list, by its key
 */
export function countColumn(
  { writer }: StoreContext,
  list: ListName,
  key: CountedKey,
  where: Query,
  table?: string,
): FacetValue[] {
  const { column, expression, label = 'NULL', labelOf } = key;
  const named = labelOf === 'service' ? nameOfService(column) : label;
  const { sql, params } = compileQuery(list, where);
  const own = sources[list].layout.table;
  const from =
    table === undefined
      ? `${own} r WHERE ${sql}`
      : `${table} r WHERE r.row_key IN (SELECT r.key FROM ${own} r WHERE ${sql})`;
  const rows = writer.all(
    `SELECT ${expression}, ${named}, count(*) FROM ${from} GROUP BY 1`,
    ...params,
  );
  const counts = new Map(
    rows.map(([value = null, name = null, count]) => [
      value,
      { count: Number(count), label: name },
    ]),
  );
  return describe(key, counts, (_, name) => name);
}

function describe(
  { isFlag }: CountedKey,
  counts: Counts,
  labelOf: (value: SqlValue, label: SqlValue) => SqlValue,
): FacetValue[] {
  const sums = new Map<string, Counted & { readonly value: SqlValue; readonly text: string }>();
  for (const [value, { count, label }] of counts) {
    if (value === null || value === '') continue;
    const text = isFlag ? (value === 1 ? 'yes' : 'no') : String(value);
    // Filters ignore case too.
    const { text: known = text, count: others = 0 } = sums.get(fold(text)) ?? {};
    sums.set(fold(text), { value, label, text: known, count: others + count });
  }
  return [...sums.values()]
    .sort((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1))
    .slice(0, maxValues)
    .map(({ value, label, text, count }) => {
      const found = labelOf(value, label);
      return {
        value: text,
        label: typeof found === 'string' && found !== '' ? found : text,
        count,
      };
    });
}
