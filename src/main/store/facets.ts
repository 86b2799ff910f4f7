import type { FacetKey, Facets, FacetValue, Query } from '../../shared/query-term.ts';
import { accessCount } from './access.ts';
import { compileQuery } from './compile-query.ts';
import type { StoreContext } from './context.ts';

/** Values shown of one filter; more than that is for the filter line. */
const maxValues = 1000;

/** Proxies of one profile, with what the facets look at. */
interface TupleCount {
  readonly trait: number;
  readonly place: number;
  readonly service: number;
  readonly count: number;
}

/** Where the values of a facet stand: which tuple, and how to read value and label by its id. */
interface FacetSource {
  readonly tuple: Exclude<keyof TupleCount, 'count'>;
  readonly sql: string;
}

const facetSources = {
  country: { tuple: 'place', sql: 'SELECT id, country_id, country_name FROM place' },
  type: { tuple: 'trait', sql: 'SELECT id, proxy_type, NULL FROM trait' },
  protocol: { tuple: 'trait', sql: 'SELECT id, proxy_protocol, NULL FROM trait' },
  status: { tuple: 'trait', sql: 'SELECT id, proxy_status, NULL FROM trait' },
  online: {
    tuple: 'trait',
    sql: "SELECT id, CASE proxy_is_online WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END, NULL FROM trait",
  },
  service: {
    tuple: 'service',
    sql: `SELECT ref.id, ref.service_id, s.service_name FROM service_ref ref
          LEFT JOIN service s ON s.service_id = ref.service_id`,
  },
} as const satisfies { [K in Exclude<FacetKey, 'user'>]: FacetSource };

/**
 * Counts the proxies of a filter by each value of each facet, most frequent
 * first. A facet's own terms are left out of its counts, so that its other
 * values can be chosen too.
 *
 * @throws FailureError `invalid-input` as of `compileQuery`
 */
export function countFacets(context: StoreContext, where: Query): Facets {
  // Facets without terms of their own count the same proxies: those are walked once.
  const counted = new Map<string, readonly TupleCount[]>();
  const countsWithout = (key: FacetKey): readonly TupleCount[] => {
    const query = withoutKey(where, key);
    const name = JSON.stringify(query);
    const known = counted.get(name) ?? countTuples(context, query);
    counted.set(name, known);
    return known;
  };
  const facet = (key: keyof typeof facetSources): FacetValue[] =>
    countFacet(context, countsWithout(key), facetSources[key]);
  return {
    country: facet('country'),
    type: facet('type'),
    protocol: facet('protocol'),
    status: facet('status'),
    online: facet('online'),
    service: facet('service'),
    user: countUsers(context, withoutKey(where, 'user'), countsWithout('user')),
  };
}

function countTuples({ writer }: StoreContext, where: Query): TupleCount[] {
  const { sql, params } = compileQuery('proxies', where);
  return writer
    .all(
      `SELECT profile.trait_id, profile.place_id, profile.service_ref_id, n FROM (
         SELECT r.profile_id AS id, count(*) AS n FROM proxy r WHERE ${sql} GROUP BY 1
       ) counted JOIN profile ON profile.id = counted.id`,
      ...params,
    )
    .map(([trait, place, service, count]) => ({
      trait: Number(trait),
      place: Number(place),
      service: Number(service),
      count: Number(count),
    }));
}

function countFacet(
  { writer }: StoreContext,
  counts: readonly TupleCount[],
  { tuple, sql }: FacetSource,
): FacetValue[] {
  const perTuple = sumBy(counts, tuple);
  const values = new Map<string, { label: string; count: number }>();
  for (const [id, value, label] of writer.all(sql)) {
    const count = perTuple.get(Number(id));
    if (count === undefined || typeof value !== 'string' || value === '') continue;
    const known = values.get(value);
    const shown = typeof label === 'string' && label !== '' ? label : value;
    values.set(value, {
      label: known && known.label !== value ? known.label : shown,
      count: (known?.count ?? 0) + count,
    });
  }
  return [...values]
    .map(([value, { label, count }]) => ({ value, label, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
    .slice(0, maxValues);
}

/** Users that may use at least one of the proxies, by the access rules. */
function countUsers(
  { writer }: StoreContext,
  where: Query,
  counts: readonly TupleCount[],
): FacetValue[] {
  const { sql, params } = compileQuery('proxies', where);
  const access = accessCount({
    perService: `SELECT ref.service_id, counted.value ->> 1 FROM json_each(?) counted
      JOIN service_ref ref ON ref.id = counted.value ->> 0`,
    where: sql,
    user: 'u',
  });
  const rows = writer.all(
    `${access.with} SELECT proxy_user_id, n FROM (
       SELECT u.proxy_user_id, ${access.expression} AS n FROM proxy_user u
     ) WHERE n > 0 ORDER BY n DESC, proxy_user_id LIMIT ${String(maxValues)}`,
    JSON.stringify([...sumBy(counts, 'service')]),
    ...params,
  );
  return rows.map(([id, count]) => ({
    value: String(id),
    label: String(id),
    count: Number(count),
  }));
}

function sumBy(
  counts: readonly TupleCount[],
  tuple: FacetSource['tuple'],
): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const counted of counts) {
    sums.set(counted[tuple], (sums.get(counted[tuple]) ?? 0) + counted.count);
  }
  return sums;
}

const withoutKey = (where: Query, key: FacetKey): Query => ({
  terms: where.terms.filter((term) => term.key !== key),
});
