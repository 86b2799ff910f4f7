import type { FacetValue, Query } from '../../../shared/filter/query-term.ts';
import type { ListName } from '../../../shared/lists.ts';
import { annotatedLists } from '../../../shared/tag.ts';
import type { StoreContext } from '../context.ts';
import { countTags } from './tag-counts.ts';
import { countProxies } from './facets.ts';
import { findKey } from '../../../shared/filter/query-keys.ts';
import { countColumn, countGroups, findCounted } from './value-counts.ts';

const everything: Query = { terms: [] };

/**
 * The values that a key of a list has, most frequent first, with how many rows
 * have each; none for keys without a list of values (numbers, dates, addresses).
 * Of `within`, terms on keys of proxies that have such values narrow the counts, others don't.
 */
export function listValues(context: StoreContext, list: ListName, key: string, within: Query): readonly FacetValue[] {
  const isProxies = list === 'proxies';
  const where: Query = isProxies
    ? { terms: within.terms.filter((term) => term.key !== null && findCounted(list, term.key)) }
    : everything;
  return countKey(context, list, key, where);
}

/**
 * How many rows of a filter have each value of a key, most frequent first; none for keys without a list of values
 * (numbers, dates, addresses).
 */
export function countKey(context: StoreContext, list: ListName, key: string, where: Query): readonly FacetValue[] {
  const annotated = annotatedLists.find((other) => other === list);
  if (list === 'proxies') return countProxies(context, key, where);
  if (key === 'tag' && annotated) return countTags(context.writer, annotated, where);
  if (key === 'service' && list === 'proxy_users') {
    const restriction = {
      key,
      column: 'value',
      expression: 'r.value',
      label: 'service_name',
      labelOf: 'service',
      isFlag: false,
    } as const;
    return countColumn(context, list, restriction, where, 'proxy_user_service');
  }
  if (list === 'tested' || list === 'results') {
    const { field = null, kind } = findKey(list, key) ?? {};
    const isListed = field !== null && kind !== 'number' && kind !== 'id' && kind !== 'flag';
    return isListed ? countGroups(context, list, key, where).groups : [];
  }
  const counted = findCounted(list, key);
  if (!counted) return [];
  return countColumn(context, list, counted, where);
}
