import type { FacetValue, Query, QueryList } from '../../../shared/filter/query-term.ts';
import type { StoreContext } from '../context.ts';
import { countTags } from '../user/tag-counts.ts';
import { countUsers } from './facets.ts';
import { isValueKey, listProxyValues } from './value-counts.ts';

/** Value, label and number of rows, by key. These tables are small. */
const servicesSql = (column: string, label = 'NULL'): string =>
  `SELECT ${column}, ${label}, count(*) FROM service GROUP BY 1`;
const ledgerSql = (column: string, label = 'NULL', join = ''): string =>
  `SELECT r.${column}, ${label}, count(*) FROM residential_ledger r ${join} GROUP BY 1`;
const smallSources: {
  readonly [L in Exclude<QueryList, 'proxies'>]: { readonly [key: string]: string };
} = {
  services: {
    id: servicesSql('service_id', 'service_name'),
    name: servicesSql('service_name'),
    type: servicesSql('service_type'),
    protocol: servicesSql('service_protocol'),
    status: servicesSql('service_status'),
    country: servicesSql('country_id'),
    cycle: servicesSql('service_cycle'),
    tag: `SELECT tag.name, NULL, count(*) FROM service_tag t JOIN tag ON tag.id = t.tag_id
      JOIN service s ON s.service_id = t.service_id GROUP BY t.tag_id`,
  },
  users: {
    id: 'SELECT proxy_user_id, NULL, 1 FROM proxy_user',
    access: 'SELECT proxy_user_access_type, NULL, count(*) FROM proxy_user GROUP BY 1',
    service: `SELECT a.value, s.service_name, count(*) FROM proxy_user_service a
      LEFT JOIN service s ON s.service_id = a.value GROUP BY 1`,
  },
  ledger: {
    reason: ledgerSql('residential_ledger_reason'),
    service: ledgerSql(
      'service_id',
      's.service_name',
      'LEFT JOIN service s ON s.service_id = r.service_id',
    ),
  },
};

/**
 * The values that a key of a list has, most frequent first, with how many rows
 * have each; none for keys without a list of values (numbers, dates, addresses).
 * Of `within`, terms on keys that have such values narrow the counts, others don't.
 */
export function listValues(
  context: StoreContext,
  list: QueryList,
  key: string,
  within: Query,
): readonly FacetValue[] {
  if (list !== 'proxies') return smallValues(context, smallSources[list], key);
  const terms = within.terms.filter(({ key: other }) => other !== null && isValueKey(other));
  return proxyValues(context, key, { terms });
}

function proxyValues(context: StoreContext, key: string, within: Query): readonly FacetValue[] {
  if (key === 'user') return countUsers(context, within);
  if (key === 'tag') return countTags(context.writer, 'proxies', within);
  return isValueKey(key) ? listProxyValues(context, key, within) : [];
}

function smallValues(
  { writer }: StoreContext,
  sources: { readonly [key: string]: string },
  key: string,
): FacetValue[] {
  const sql = Object.hasOwn(sources, key) ? sources[key] : undefined;
  if (sql === undefined) return [];
  const values: FacetValue[] = [];
  for (const [value, label, count] of writer.all(sql)) {
    if (typeof value !== 'string' || value === '') continue;
    const shown = typeof label === 'string' && label !== '' ? label : value;
    values.push({ value, label: shown, count: Number(count) });
  }
  return values.sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1));
}
