import { fail } from '../../../shared/failure.ts';
import { facets, type FacetKey, type Facets } from '../../../shared/filter/query-keys.ts';
import type {
  FacetValue,
  Query,
  SelectionSummary,
  SummaryKey,
} from '../../../shared/filter/query-term.ts';
import type { StoreContext } from '../context.ts';
import type { ResolvedSelection } from '../types.ts';
import { accessCount } from './query/access.ts';
import { compileQuery } from './query/compile-query.ts';
import type { SqlValue } from '../sqlite/connection.ts';
import { compileSelection } from './query/selection-condition.ts';
import { countTags } from './tag-counts.ts';
import {
  countEach,
  countValues,
  describeCounts,
  findCounted,
  maxValues,
  type CountedKey,
  type Counts,
} from './value-counts.ts';

const summaryKeys: readonly SummaryKey[] = ['country', 'type', 'service', 'asn', 'online'];
const countedKeys = (keys: readonly string[]): CountedKey[] =>
  keys.flatMap((key) => findCounted('proxies', key) ?? []);
/** Whether the last test passed, null without one; looked up only for the proxies of a condition. */
const lastTest: CountedKey = {
  key: 'last',
  column: 'last_is_successful',
  expression: '(SELECT t.last_is_successful IS 1 FROM proxy_test t WHERE t.proxy_id = r.proxy_id)',
  label: undefined,
  labelOf: undefined,
  isFlag: true,
};

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
  const atOnce = facets
    .map(({ key }) => key)
    .filter((key) => key === 'service' || !isFiltered(key));
  // Without a filter the tests are joined, which takes less time than to look up each of them.
  const isLastAtOnce = where.terms.length > 0 && !isFiltered('last');
  const counts = countValues(writer, where, [
    ...countedKeys(atOnce),
    ...(isLastAtOnce ? [lastTest] : []),
  ]);
  const count = (key: FacetKey): FacetValue[] => {
    const others = withoutKey(where, key);
    const counted = findCounted('proxies', key);
    if (counted && !isFiltered(key)) return describeCounts(context, counted, counts.get(key));
    checkWanted();
    if (key === 'last') {
      return isLastAtOnce
        ? describeLastTests(sumUpLastTests(counts))
        : countLastTests(context, others);
    }
    if (key === 'tag') return countTags(writer, 'proxies', others);
    if (key === 'user') {
      return countUsers(context, others, isFiltered(key) ? undefined : counts.get('service'));
    }
    if (!counted) throw new Error(`Nothing counts the values of ${key}.`);
    return describeCounts(context, counted, countValues(writer, others, [counted]).get(key));
  };
  return mapKeys(
    facets.map(({ key }) => key),
    count,
  );
}

/** Sums up a selection of proxies. */
export function summarizeSelection(
  context: StoreContext,
  selection: ResolvedSelection,
): SelectionSummary {
  const condition = compileSelection(selection);
  const counts = countEach(context.writer, condition, [...countedKeys(summaryKeys), lastTest]);
  const { passed, failed, never } = sumUpLastTests(counts);
  return {
    count: passed + failed + never,
    tested: passed + failed,
    passed,
    facets: mapKeys(summaryKeys, (key) => {
      const counted = findCounted('proxies', key);
      return counted ? describeCounts(context, counted, counts.get(key)) : [];
    }),
  };
}

/** How many proxies passed or failed their last test, or were never tested; without those that no proxy has. */
export function countLastTests({ writer }: StoreContext, where: Query): FacetValue[] {
  const { sql, params } = compileQuery('proxies', where);
  const [count = 0, tested = 0, passed = 0] = (
    writer.get(
      `SELECT count(*), count(t.proxy_id), total(t.last_is_successful)
       FROM proxy r LEFT JOIN proxy_test t ON t.proxy_id = r.proxy_id WHERE ${sql}`,
      ...params,
    ) ?? []
  ).map(Number);
  return describeLastTests({ passed, failed: tested - passed, never: count - tested });
}

/** How many proxies have each value of a column of their last test. */
export function countTests(
  { writer }: StoreContext,
  where: Query,
  column: 'last_source' | 'last_fault',
): FacetValue[] {
  const { sql, params } = compileQuery('proxies', where);
  return writer
    .all(
      `SELECT t.${column}, count(*) FROM proxy r JOIN proxy_test t ON t.proxy_id = r.proxy_id
       WHERE t.${column} IS NOT NULL AND ${sql} GROUP BY 1 ORDER BY 2 DESC, 1`,
      ...params,
    )
    .map(([value, count]) => ({
      value: String(value),
      label: String(value),
      count: Number(count),
    }));
}

interface LastTests {
  readonly passed: number;
  readonly failed: number;
  readonly never: number;
}

function sumUpLastTests(counts: ReadonlyMap<string, Counts>): LastTests {
  const of = (value: SqlValue): number => counts.get(lastTest.key)?.get(value)?.count ?? 0;
  return { passed: of(1), failed: of(0), never: of(null) };
}

const describeLastTests = (tests: LastTests): FacetValue[] =>
  Object.entries(tests)
    .map(([value, count]) => ({ value, label: value, count: Number(count) }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);

/** An object with a value for each of the keys. */
const mapKeys = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  // It has every key, as the type requires.
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;

/** Users that may use at least one of the proxies, by the access rules; `counts` if they are known. */
export function countUsers(
  { writer }: StoreContext,
  where: Query,
  counts: Counts = countValues(writer, where, countedKeys(['service'])).get('service') ?? new Map(),
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
