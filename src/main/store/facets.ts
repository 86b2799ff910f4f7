import { fail } from '../../shared/failure.ts';
import type { FacetKey, Facets, FacetValue, Query } from '../../shared/query-term.ts';
import { accessCount } from './access.ts';
import { asksProfilesOnly, compileQuery } from './compile-query.ts';
import type { StoreContext } from './context.ts';
import type { CountedProfile } from './profile-counts.ts';
import { settleTerms } from './settle-terms.ts';
import { countTags } from './user/tag-counts.ts';

/** Values given of one facet; more than that is for the filter line. */
const maxValues = 1000;

type Tuple = Exclude<keyof CountedProfile, 'id' | 'count'>;

/** Where the values of a key stand: which tuple, and how to read value and label by its id. */
interface ValueSource {
  readonly tuple: Tuple;
  readonly sql: string;
}

/** The keys of proxies whose values can be counted by profile. */
export const valueSources = {
  country: { tuple: 'place', sql: 'SELECT id, country_id, country_name FROM place' },
  subdivision: { tuple: 'place', sql: 'SELECT id, subdivision_id, subdivision_name FROM place' },
  city: { tuple: 'place', sql: 'SELECT id, city_name, NULL FROM place' },
  timezone: { tuple: 'place', sql: 'SELECT id, city_timezone, NULL FROM place' },
  network: { tuple: 'network', sql: 'SELECT id, asn_name, NULL FROM network' },
  asn: { tuple: 'network', sql: 'SELECT id, CAST(asn_id AS TEXT), asn_name FROM network' },
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
} as const satisfies { readonly [key: string]: ValueSource };

/**
 * Counts the proxies of a filter by each value of each facet, most frequent
 * first. A facet's own terms are left out of its counts, so that its other
 * values can be chosen too.
 *
 * @param isWanted asked between two facets; SQLite can't be stopped within one
 * @throws FailureError `invalid-input` as of `compileQuery`; `cancelled` where it is not wanted any more
 */
export function countFacets(
  context: StoreContext,
  asked: Query,
  isWanted: () => boolean = () => true,
): Facets {
  const goOn = (): void => {
    if (!isWanted()) throw fail('cancelled', 'These counts were not needed any more.');
  };
  const where = settleTerms(context.writer, asked);
  // Terms that ask for more than the profile are looked up once, whatever the facet.
  const onProxies = { terms: where.terms.filter((term) => !asksProfilesOnly(term)) };
  const found = context.profileCounts.matching(onProxies);
  const countsWithout = (key: FacetKey): readonly CountedProfile[] =>
    context.profileCounts.narrow(found, {
      terms: where.terms.filter((term) => term.key !== key && asksProfilesOnly(term)),
    });
  const facet = (key: Exclude<FacetKey, 'user' | 'tag'>): FacetValue[] =>
    sumValues(context, countsWithout(key), valueSources[key]).slice(0, maxValues);
  goOn();
  const ofProfiles = {
    country: facet('country'),
    city: facet('city'),
    asn: facet('asn'),
    type: facet('type'),
    protocol: facet('protocol'),
    status: facet('status'),
    online: facet('online'),
    service: facet('service'),
  };
  goOn();
  const tag = countTags(
    context.writer,
    'proxies',
    settleTerms(context.writer, withoutKey(asked, 'tag')),
  );
  goOn();
  const user = countUsers(
    context,
    settleTerms(context.writer, withoutKey(asked, 'user')),
    asked.terms.some(({ key }) => key === 'user') ? undefined : countsWithout('user'),
  );
  return { ...ofProfiles, tag, user };
}

/** The values that counted profiles have, most frequent first; empty ones are left out. */
export function sumValues(
  { writer }: StoreContext,
  counts: readonly CountedProfile[],
  { tuple, sql }: ValueSource,
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
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}

/** Users that may use at least one of the proxies, by the access rules; `counts` where they are at hand. */
export function countUsers(
  { writer, profileCounts }: StoreContext,
  where: Query,
  counts = profileCounts.matching(where),
): FacetValue[] {
  const { sql, params } = compileQuery('proxies', where);
  const access = accessCount({
    perService: `SELECT ref.service_id, counted.value ->> 1 FROM json_each(?) counted
      JOIN service_ref ref ON ref.id = counted.value ->> 0`,
    where: sql,
    user: 'u',
  });
  const perService = sumBy(counts, 'service');
  const rows = writer.all(
    `${access.with} SELECT proxy_user_id, n FROM (
       SELECT u.proxy_user_id, ${access.expression} AS n FROM proxy_user u
     ) WHERE n > 0 ORDER BY n DESC, proxy_user_id LIMIT ${String(maxValues)}`,
    JSON.stringify([...perService]),
    ...params,
  );
  return rows.map(([id, count]) => ({
    value: String(id),
    label: String(id),
    count: Number(count),
  }));
}

function sumBy(counts: readonly CountedProfile[], tuple: Tuple): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  for (const counted of counts) {
    sums.set(counted[tuple], (sums.get(counted[tuple]) ?? 0) + counted.count);
  }
  return sums;
}

const withoutKey = (where: Query, key: FacetKey): Query => ({
  terms: where.terms.filter((term) => term.key !== key),
});
