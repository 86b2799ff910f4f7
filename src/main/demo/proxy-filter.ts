import type { JsonObject } from '../../shared/json.ts';
import { Refusal } from './refusal.ts';
import type { RowTable } from './data/row-table.ts';

/** The filters of the proxy list whose names are shown (specification, "list/options": search_filter). */
const filterKeys = ['country_id', 'proxy_status', 'service_id'] as const;

/** Rows read at a time, so that a million proxies are never in memory at once. */
const chunk = 5_000;

/** The part of a filter that the demo understands; undefined if it filters nothing. */
export function readProxyFilter(filter: JsonObject): JsonObject | undefined {
  const known = filterKeys.flatMap((key) => {
    const value = filter[key];
    if (value === undefined || value === null) return [];
    if (typeof value !== 'string') throw new Refusal(400, `${key} must be a string.`);
    return [[key, value] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** Yields every proxy that matches the filter. */
export function* matchProxies(proxies: RowTable, filter: JsonObject): Generator<JsonObject> {
  const wanted = Object.entries(filter);
  for (let offset = 0; offset < proxies.count(); offset += chunk) {
    for (const proxy of proxies.slice(offset, chunk)) {
      if (wanted.every(([key, value]) => proxy[key] === value)) yield proxy;
    }
  }
}
