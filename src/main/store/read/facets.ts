import { fail } from '../../../shared/failure.ts';
import type {
  FacetKey,
  Facets,
  FacetValue,
  Query,
  SelectionSummary,
} from '../../../shared/filter/query-term.ts';
import type { StoreContext } from '../context.ts';
import type { ResolvedSelection } from '../contract.ts';
import { accessCount } from '../query/access.ts';
import { compileQuery } from '../query/compile-query.ts';
import { compileSelection } from '../query/selection-condition.ts';
import { countTags } from '../user/tag-counts.ts';
import {
  countEach,
  countValues,
  describeCounts,
  maxValues,
  type Counts,
  type ValueKey,
} from './value-counts.ts';

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
const summaryKeys = ['country', 'type', 'service', 'asn', 'online'] as const;

/**
 * Counts the proxies of a filter by each value of each facet, most frequent
 * first. A facet's own terms do not apply to its counts, so that its other
 * values can be selected too.
 *
 * @param isWanted called between two statements; SQLite can't be stopped within one
 * @throws FailureError `canceled` if it is no longer wanted
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
  const atOnce = facetKeys.filter((key) => key === 'service' || !isFiltered(key));
  const counts = countValues(writer, where, atOnce);
  const facet = (key: (typeof facetKeys)[number]): FacetValue[] => {
    if (!isFiltered(key)) return describeCounts(context, key, counts.get(key));
    checkWanted();
    const others = withoutKey(where, key);
    return describeCounts(context, key, countValues(writer, others, [key]).get(key));
  };
  const ofColumns = mapKeys(facetKeys, facet);
  checkWanted();
  const tag = countTags(writer, 'proxies', withoutKey(where, 'tag'));
  checkWanted();
  const perService = isFiltered('user') ? undefined : counts.get('service');
  const user = countUsers(context, withoutKey(where, 'user'), perService);
  return { ...ofColumns, tag, user };
}

/** Sums up a selection of proxies. */
export function summarizeSelection(
  context: StoreContext,
  selection: ResolvedSelection,
): SelectionSummary {
  const condition = compileSelection(selection);
  const counts = countEach(context.writer, condition, summaryKeys);
  const [count, tested, passed] =
    context.writer.get(
      `SELECT count(*), count(t.proxy_id), total(t.last_is_successful)
       FROM proxy r LEFT JOIN proxy_test t ON t.proxy_id = r.proxy_id WHERE ${condition.sql}`,
      ...condition.params,
    ) ?? [];
  return {
    count: Number(count),
    tested: Number(tested),
    passed: Number(passed),
    facets: mapKeys(summaryKeys, (key) => describeCounts(context, key, counts.get(key))),
  };
}

/** An object with a value for each of the keys. */
const mapKeys = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  // It has every key, as the type requires.
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;

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

const withoutKey = (where: Query, key: FacetKey): Query => ({
  terms: where.terms.filter((term) => term.key !== key),
});
