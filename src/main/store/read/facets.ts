import { fail } from '../../../shared/failure.ts';
import { facets, findKey, isCounted, type FacetKey, type Facets } from '../../../shared/filter/query-keys.ts';
import type { FacetValue, Query, SelectionSummary, SummaryKey } from '../../../shared/filter/query-term.ts';
import type { StoreContext } from '../types.ts';
import type { Rows } from '../../../shared/rows.ts';
import type { SqlValue } from '../sqlite/connection.ts';
import { both, countBits, type Bits } from './memory/bits.ts';
import { countCodes, facetFields } from './memory/coded-columns.ts';
import { termOf, type ProxyMasks } from './memory/proxy-masks.ts';
import { countTotals } from './figures.ts';
import { accessCount } from './query/access-condition.ts';
import { compileQuery } from './query/compile-query.ts';
import {
  countTags,
  describeCounts,
  maxValues,
  countColumn,
  countGroups,
  findCounted,
  isGroupedList,
} from './value-counts.ts';
import { readQuery } from '../../../shared/filter/query.ts';
import type { ListName } from '../../../shared/lists.ts';
import { annotatedLists } from '../../../shared/tag.ts';
import { placeCode } from '../../../shared/records/field.ts';
import type { PlaceNames } from '../../../shared/records/catalog.ts';
import type { CachedRecord } from '../../../shared/records/cached-record.ts';

const summaryKeys: readonly SummaryKey[] = ['country', 'type', 'service', 'asn', 'online'];

/**
 * Counts each facet's values, most first. A facet ignores its own terms, so that other values can be selected.
 *
 * @param isWanted called between facets
 * @throws FailureError `canceled`
 */
export function countFacets(context: StoreContext, where: Query, isWanted: () => boolean = () => true): Facets {
  return context.masks((masks) => {
    masks.columns.readAll(facetFields);
    const terms = where.terms.map((term) => ({ key: term.key, mask: masks.ofTerm(term) }));
    const all = terms.map(({ mask }) => mask).reduce(both, masks.columns.present);
    return mapKeys(
      facets.map(({ key }) => key),
      (key) => {
        if (!isWanted()) throw fail('canceled', 'These counts are no longer needed.');
        const others = terms.filter((term) => term.key !== key).map(({ mask }) => mask);
        const isFiltered = others.length < terms.length;
        const mask = isFiltered ? others.reduce(both, masks.columns.present) : all;
        return countBy(context, masks, key, { mask, where: withoutKey(where, key) });
      },
    );
  });
}

/** Most first; [] for keys without values. */
function countProxies(context: StoreContext, key: string, where: Query): FacetValue[] {
  return context.masks((masks) => countBy(context, masks, key, { mask: masks.of(where), where }));
}

/** Sums up the proxies that rows refer to. */
export function summarizeRows(context: StoreContext, rows: Rows): SelectionSummary {
  return context.masks((masks) => {
    const mask = masks.ofRows(rows);
    const last = new Map(countChoice(masks, 'last', mask).map(({ value, count }) => [value, count]));
    const [passed = 0, failed = 0] = [last.get('works'), last.get('fails')];
    return {
      count: countBits(mask),
      tested: passed + failed,
      passed,
      facets: mapKeys(summaryKeys, (key) => countColumnOf(context, masks, key, mask)),
    };
  });
}

function countBy(
  context: StoreContext,
  masks: ProxyMasks,
  key: string,
  { mask, where }: { readonly mask: Bits; readonly where: Query },
): FacetValue[] {
  if (key === 'tag') return countTags(context.writer, 'proxies', where);
  if (key === 'user') return countUsers(context, masks, mask, where);
  const row = findKey('proxies', key);
  if (row?.values !== undefined) return countChoice(masks, key, mask);
  return row && isCounted(row) ? countColumnOf(context, masks, key, mask) : [];
}

function countChoice(masks: ProxyMasks, key: string, mask: Bits): FacetValue[] {
  return (findKey('proxies', key)?.values ?? [])
    .map((value) => ({
      value,
      label: value,
      count: countBits(both(mask, masks.ofTerm(termOf(key, value)))),
    }))
    .filter(({ count }) => count > 0)
    .sort((one, other) => other.count - one.count);
}

/** Counts the values of a key in the rows of a mask, most first. */
export function countColumnOf(context: StoreContext, masks: ProxyMasks, key: string, mask: Bits): FacetValue[] {
  const { field = null, label, labelOf, kind } = findKey('proxies', key) ?? {};
  if (field === null) return [];
  const column = masks.columns.read(field);
  const labels =
    label === undefined || labelOf !== undefined ? undefined : masks.columns.labels(column, masks.columns.read(label));
  const nameOf = (id: SqlValue): SqlValue =>
    context.writer.get('SELECT service_name FROM service WHERE service_id = ?', id)?.[0] ?? null;
  const counts = countCodes(column, mask).map(({ code, count }) => {
    const value = column.values[code] ?? null;
    const label = labelOf === 'service' ? nameOf(value) : (labels?.[code] ?? null);
    return { value, count, label };
  });
  return describeCounts(counts, { isFlag: kind === 'flag' });
}

function countUsers({ writer }: StoreContext, masks: ProxyMasks, mask: Bits, where: Query): FacetValue[] {
  const services = masks.columns.read('service_id');
  const perService = countCodes(services, mask).map(({ code, count }) => [services.values[code] ?? null, count]);
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
    JSON.stringify(perService),
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

const mapKeys = <K extends string, V>(keys: readonly K[], valueOf: (key: K) => V): Record<K, V> =>
  // It has every key.
  Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<K, V>;

const everything: Query = { terms: [] };

/**
 * Values with rows, most first; [] for numbers, dates and addresses. Narrowed only by terms of `within` on such keys of
 * proxies. Of the log, the newest requests count.
 */
export function listValues(context: StoreContext, list: ListName, key: string, within: Query): readonly FacetValue[] {
  const isProxies = list === 'proxies';
  const where: Query = isProxies
    ? { terms: within.terms.filter((term) => term.key !== null && findCounted(list, term.key)) }
    : list === 'requests'
      ? newestRequests(context)
      : everything;
  return countKey(context, list, key, where);
}

/** Counting the hosts of a full log takes seconds. */
const suggestedRequests = 20_000;
const newestRequests = ({ writer }: StoreContext): Query => {
  const newest = Number(writer.get('SELECT max(key) FROM gateway_request')?.[0] ?? 0);
  return readQuery(`id:>${String(Math.max(0, newest - suggestedRequests))}`, 'requests');
};

/** Most first; [] for numbers, dates and addresses. */
export function countKey(context: StoreContext, list: ListName, key: string, where: Query): readonly FacetValue[] {
  const annotated = annotatedLists.find((other) => other === list);
  if (list === 'proxies') return countProxies(context, key, where);
  if (list === 'hosts') return countTotals(context, key);
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
  if (isGroupedList(list)) {
    const { field = null, kind } = findKey(list, key) ?? {};
    const isListed = field !== null && kind !== 'number' && kind !== 'id' && kind !== 'flag';
    return isListed ? countGroups(context, list, key, { where, limit: 100 }).groups : [];
  }
  const counted = findCounted(list, key);
  if (!counted) return [];
  return countColumn(context, list, counted, where);
}

/** The names of subdivisions and networks in proxies and reference records. */
export function readPlaceNames(
  { masks }: StoreContext,
  listRecords: (kind: 'asn' | 'subdivision') => readonly CachedRecord[],
): PlaceNames {
  const ofProxies = (id: string, name: string): (readonly [string, string])[] =>
    masks(({ columns }) => {
      columns.readAll([id, name]);
      const column = columns.read(id);
      return columns.labels(column, columns.read(name)).flatMap((label, code) => {
        const value = column.values[code] ?? null;
        return value === null || label === null ? [] : [[String(value), String(label)] as const];
      });
    });
  const ofRecords = (kind: 'asn' | 'subdivision'): (readonly [string, string])[] =>
    listRecords(kind).flatMap(({ record }) => {
      const [id, name] = [record[`${kind}_id`], record[`${kind}_name`]];
      const isNamed = (typeof id === 'string' || typeof id === 'number') && typeof name === 'string';
      return isNamed && name !== '' ? [[placeCode(String(id)), name] as const] : [];
    });
  return {
    subdivisions: Object.fromEntries([...ofProxies('subdivision_id', 'subdivision_name'), ...ofRecords('subdivision')]),
    networks: Object.fromEntries([...ofProxies('asn_id', 'asn_name'), ...ofRecords('asn')]),
  };
}
