import { fail } from '../../../shared/failure.ts';
import type {
  FacetKey,
  Facets,
  FacetValue,
  Query,
  SelectionSummary,
} from '../../../shared/filter/query-term.ts';
import type { Connection } from '../connection.ts';
import type { StoreContext } from '../context.ts';
import { accessCount } from '../query/access.ts';
import type { ResolvedSelection } from '../contract.ts';
import { compileQuery } from '../query/compile-query.ts';
import type { Condition } from '../query/condition.ts';
import { compileSelection } from '../query/selection-condition.ts';
import { fold } from '../query/sql-functions.ts';
import type { SqlValue } from '../records/column-form.ts';
import { countTags } from '../user/tag-counts.ts';

/** Values that are returned of one facet; the others can be typed. */
const maxValues = 1000;

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
/** The keys of the filter language that have values. */
export const valueKeys = Object.keys(valueColumns) as ValueKey[]; // its keys

/** Whether a key of the filter language has values that are counted by a column. */
export const isValueKey = (key: string): key is ValueKey => Object.hasOwn(valueColumns, key);

const facetKeys = [
  'country',
  'city',
  'asn',
  'type',
  'protocol',
  'status',
  'online',
  'service',
] as const satisfies readonly ValueKey[];
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
type Counts = ReadonlyMap<SqlValue, Counted>;

/**
 * Counts the proxies of a filter by each value of each facet, most frequent
 * first. A facet's own terms do not apply to its counts, so that its other
 * values can be selected too.
 *
 * @param isWanted called between two statements; SQLite can't be stopped within one
 * @throws FailureError `invalid-input` from `compileQuery`; `canceled` if it is no longer wanted
 */
export function countFacets(
  context: StoreContext,
  where: Query,
  isWanted: () => boolean = () => true,
): Facets {
  const { writer } = context;
  const checkWanted = (): void => {
    if (!isWanted()) throw fail('canceled', 'These counts are no longer needed.');
  };
  const isFiltered = (key: FacetKey): boolean => where.terms.some((term) => term.key === key);
  checkWanted();
  const counts = countValues(writer, where, [
    ...facetKeys.filter((key) => key === 'service' || !isFiltered(key)),
  ]);
  const facet = (key: (typeof facetKeys)[number]): FacetValue[] => {
    if (!isFiltered(key)) return describe(context, key, counts.get(key));
    checkWanted();
    const others = withoutKey(where, key);
    return describe(context, key, countValues(writer, others, [key]).get(key));
  };
  const ofColumns = {
    country: facet('country'),
    city: facet('city'),
    asn: facet('asn'),
    type: facet('type'),
    protocol: facet('protocol'),
    status: facet('status'),
    online: facet('online'),
    service: facet('service'),
  };
  checkWanted();
  const tag = countTags(writer, 'proxies', withoutKey(where, 'tag'));
  checkWanted();
  const perService = isFiltered('user') ? undefined : counts.get('service');
  const user = countUsers(context, withoutKey(where, 'user'), perService);
  return { ...ofColumns, tag, user };
}

/** Sums up a selection of proxies. Failures are those of `compileSelection`. */
export function summarizeSelection(
  context: StoreContext,
  selection: ResolvedSelection,
): SelectionSummary {
  const condition = compileSelection(selection);
  const counts = countEach(context.writer, condition, [
    'country',
    'type',
    'service',
    'asn',
    'online',
  ]);
  const [count, tested, passed] =
    context.writer.get(
      `SELECT count(*), count(t.proxy_id), total(t.last_is_successful)
       FROM proxy r LEFT JOIN proxy_test t ON t.proxy_id = r.proxy_id WHERE ${condition.sql}`,
      ...condition.params,
    ) ?? [];
  const facet = (key: ValueKey): FacetValue[] => describe(context, key, counts.get(key));
  return {
    count: Number(count),
    tested: Number(tested),
    passed: Number(passed),
    facets: {
      country: facet('country'),
      type: facet('type'),
      service: facet('service'),
      asn: facet('asn'),
      online: facet('online'),
    },
  };
}

/** The values that one key has among the proxies of a filter, most frequent first. */
export function listProxyValues(context: StoreContext, key: ValueKey, where: Query): FacetValue[] {
  return describe(context, key, countValues(context.writer, where, [key]).get(key));
}

/** Users that may use at least one of the proxies, by the access rules; `counts` if they are known. */
export function countUsers(
  { writer }: StoreContext,
  where: Query,
  counts: Counts = countValues(writer, where, ['service']).get('service') ?? new Map(),
): FacetValue[] {
  const { sql, params } = compileQuery('proxies', where);
  const access = accessCount({
    perService: 'SELECT counted.value ->> 0, counted.value ->> 1 FROM json_each(?) counted',
    where: sql,
    user: 'u',
  });
  const rows = writer.all(
    `${access.with} SELECT proxy_user_id, n FROM (
       SELECT u.proxy_user_id, ${access.expression} AS n FROM proxy_user u
     ) WHERE n > 0 ORDER BY n DESC, proxy_user_id LIMIT ${String(maxValues)}`,
    JSON.stringify([...counts].map(([service, { count }]) => [service, count])),
    ...params,
  );
  return rows.map(([id, count]) => ({
    value: String(id),
    label: String(id),
    count: Number(count),
  }));
}

/** How many proxies of a filter have each value of some columns. */
function countValues(
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
function countEach(
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
function describe(
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

const withoutKey = (where: Query, key: FacetKey): Query => ({
  terms: where.terms.filter((term) => term.key !== key),
});
