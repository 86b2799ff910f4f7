import type { FacetValue, Query } from '../../../shared/filter/query-term.ts';
import type { Connection } from '../connection.ts';
import type { StoreContext } from '../context.ts';
import { compileQuery } from '../query/compile-query.ts';
import type { Condition } from '../query/condition.ts';
import { fold } from '../query/sql-functions.ts';
import type { SqlValue } from '../records/column-form.ts';

/** Values that are returned of one facet; the others can be typed. */
export const maxValues = 1000;

/** The columns of the proxies that values are counted of, by the key of the filter language. */
const valueColumns = {
  country: { column: 'country_id', label: 'country_name' },
  subdivision: { column: 'subdivision_id', label: 'subdivision_name' },
  city: { column: 'city_name', label: null },
  timezone: { column: 'city_timezone', label: null },
  network: { column: 'asn_name', label: null },
  asn: { column: 'asn_id', label: 'asn_name' },
  type: { column: 'proxy_type', label: null },
  protocol: { column: 'proxy_protocol', label: null },
  status: { column: 'proxy_status', label: null },
  online: { column: 'proxy_is_online', label: null },
  service: { column: 'service_id', label: null },
} as const satisfies { readonly [key: string]: { column: string; label: string | null } };

export type ValueKey = keyof typeof valueColumns;

/** Whether a key of the filter language has values that are counted by a column. */
export const isValueKey = (key: string): key is ValueKey => Object.hasOwn(valueColumns, key);

/** Counted together without a filter: each group is what one index has. */
const indexedGroups: readonly (readonly ValueKey[])[] = [
  ['country'],
  ['city'],
  ['asn'],
  ['service', 'type', 'protocol', 'status', 'online'],
];
const isIndexed = (key: ValueKey): boolean => indexedGroups.flat().includes(key);
/** Their indexes know no case. */
const caseless: readonly ValueKey[] = ['country', 'city'];

interface Counted {
  readonly count: number;
  /** If the same statement reads it. */
  readonly label: SqlValue;
}
export type Counts = ReadonlyMap<SqlValue, Counted>;

/** The values that one key has among the proxies of a filter, most frequent first. */
export function listProxyValues(context: StoreContext, key: ValueKey, where: Query): FacetValue[] {
  return describeCounts(context, key, countValues(context.writer, where, [key]).get(key));
}

/** How many proxies of a filter have each value of some columns. */
export function countValues(
  connection: Connection,
  where: Query,
  keys: readonly ValueKey[],
): ReadonlyMap<ValueKey, Counts> {
  const condition = compileQuery('proxies', where);
  const { sql, params } = condition;
  if (where.terms.length === 0 || keys.length === 1) {
    const { counts, add } = startCounts(keys);
    const groups = [...indexedGroups, ...keys.filter((key) => !isIndexed(key)).map((key) => [key])];
    // Under a filter a walk over the index of the value would look up each row on its own.
    const sign = where.terms.length === 0 ? '' : '+';
    for (const group of groups.map((all) => all.filter((key) => keys.includes(key)))) {
      const [first] = group;
      if (first === undefined) continue;
      const names = group.map(columnOf).join(', ');
      const order = group.map((key) => sign + columnOf(key) + collationOf(key)).join(', ');
      const label = isIndexed(first) ? null : valueColumns[first].label;
      const grouped = `SELECT count(*), ${label === null ? 'NULL' : `max(r.${label})`}, ${names}
        FROM proxy r WHERE ${sql} GROUP BY ${order}`;
      for (const [count, ofValue, ...values] of connection.all(grouped, ...params)) {
        group.forEach((key, at) => {
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
  keys: readonly ValueKey[],
): ReadonlyMap<ValueKey, Counts> {
  const { counts, add } = startCounts(keys);
  const names = keys.map(columnOf).join(', ');
  for (const row of connection.iterate(`SELECT ${names} FROM proxy r WHERE ${sql}`, ...params)) {
    for (const [at, key] of keys.entries()) add(key, row[at]);
  }
  return counts;
}

function startCounts(keys: readonly ValueKey[]): {
  readonly counts: ReadonlyMap<ValueKey, Counts>;
  readonly add: (
    key: ValueKey,
    value: SqlValue | undefined,
    count?: number,
    label?: SqlValue,
  ) => void;
} {
  const counts = new Map(keys.map((key) => [key, new Map<SqlValue, Counted>()]));
  return {
    counts,
    add(key, value = null, count = 1, label = null) {
      const ofKey = counts.get(key);
      ofKey?.set(value, { count: (ofKey.get(value)?.count ?? 0) + count, label });
    },
  };
}

const columnOf = (key: ValueKey): string => `r.${valueColumns[key].column}`;
const collationOf = (key: ValueKey): string => (caseless.includes(key) ? ' COLLATE NOCASE' : '');

/**
 * The statement for the label of a value; null: its values have none, or are counted together
 * with it, because no index finds a row with the value.
 */
export function selectLabel(key: ValueKey): string | null {
  if (key === 'service') return 'SELECT service_name FROM service WHERE service_id = ?';
  const { column, label } = valueColumns[key];
  return label === null || !isIndexed(key)
    ? null
    : `SELECT ${label} FROM proxy WHERE ${column} = ?${collationOf(key)} AND ${label} <> '' LIMIT 1`;
}

/** Values with their labels, most frequent first; missing and empty ones are skipped. */
export function describeCounts(
  { writer }: StoreContext,
  key: ValueKey,
  counts: Counts = new Map(),
): FacetValue[] {
  const sums = new Map<string, Counted & { readonly value: SqlValue; readonly text: string }>();
  for (const [value, { count, label }] of counts) {
    if (value === null || value === '') continue;
    const text = key === 'online' ? (value === 1 ? 'yes' : 'no') : String(value);
    // Filters ignore case too.
    const { text: known = text, count: others = 0 } = sums.get(fold(text)) ?? {};
    sums.set(fold(text), { value, label, text: known, count: others + count });
  }
  const select = selectLabel(key);
  return [...sums.values()]
    .sort((one, other) => other.count - one.count || (one.text < other.text ? -1 : 1))
    .slice(0, maxValues)
    .map(({ value, label, text, count }) => {
      const found = select === null ? label : writer.get(select, value)?.[0];
      return {
        value: text,
        label: typeof found === 'string' && found !== '' ? found : text,
        count,
      };
    });
}
