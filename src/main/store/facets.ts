import type { FacetKey, Facets, FacetValue, Query } from '../../shared/query-term.ts';
import { accessCount } from './access.ts';
import { compileQuery } from './compile-query.ts';
import type { StoreContext } from './context.ts';

/** Values shown of one filter; more than that is for the filter line. */
const maxValues = 1000;

/** Where the values of a facet stand: a tuple's table, its value and its label. */
interface FacetSource {
  readonly table: string;
  readonly value: string;
  readonly label: string;
  readonly joins?: string;
}

const facetSources = {
  country: { table: 'place', value: 'place.country_id', label: 'max(place.country_name)' },
  type: { table: 'trait', value: 'trait.proxy_type', label: 'NULL' },
  protocol: { table: 'trait', value: 'trait.proxy_protocol', label: 'NULL' },
  status: { table: 'trait', value: 'trait.proxy_status', label: 'NULL' },
  online: {
    table: 'trait',
    value: "CASE trait.proxy_is_online WHEN 1 THEN 'yes' WHEN 0 THEN 'no' END",
    label: 'NULL',
  },
  service: {
    table: 'service_ref',
    value: 'service_ref.service_id',
    label: 'max(service.service_name)',
    joins: 'LEFT JOIN service ON service.service_id = service_ref.service_id',
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
  return {
    country: countFacet(context, where, 'country'),
    type: countFacet(context, where, 'type'),
    protocol: countFacet(context, where, 'protocol'),
    status: countFacet(context, where, 'status'),
    online: countFacet(context, where, 'online'),
    service: countFacet(context, where, 'service'),
    user: countUsers(context, where),
  };
}

function countFacet(
  { writer }: StoreContext,
  where: Query,
  key: keyof typeof facetSources,
): FacetValue[] {
  const source: FacetSource = facetSources[key];
  const { sql, params } = compileQuery('proxies', withoutKey(where, key));
  const { table, value, label, joins = '' } = source;
  const rows = writer.all(
    `SELECT ${value} AS value, ${label}, sum(n) AS n FROM (
       SELECT r.${table}_id AS id, count(*) AS n FROM proxy r WHERE ${sql} GROUP BY 1
     ) counted JOIN ${table} ON ${table}.id = counted.id ${joins}
     WHERE value IS NOT NULL AND value <> '' GROUP BY value ORDER BY n DESC, value LIMIT ${String(maxValues)}`,
    ...params,
  );
  return rows.map(([found, name, count]) => ({
    value: String(found),
    label: typeof name === 'string' && name !== '' ? name : String(found),
    count: Number(count),
  }));
}

/** Users that may use at least one of the proxies, by the access rules. */
function countUsers({ writer }: StoreContext, where: Query): FacetValue[] {
  const { sql, params } = compileQuery('proxies', withoutKey(where, 'user'));
  const access = accessCount(sql, 'u');
  const rows = writer.all(
    `${access.with} SELECT proxy_user_id, n FROM (
       SELECT u.proxy_user_id, ${access.expression} AS n FROM proxy_user u
     ) WHERE n > 0 ORDER BY n DESC, proxy_user_id LIMIT ${String(maxValues)}`,
    ...params,
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
