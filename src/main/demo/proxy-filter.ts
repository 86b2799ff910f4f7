import type { JsonObject } from '../../shared/json.ts';
import { Refusal } from './refusal.ts';
import type { RowTable } from './row-table.ts';

/** The filters of the proxy list whose names are shown (specification, "list/options": search_filter). */
const filterKeys = ['country_id', 'proxy_status', 'service_id'] as const;

/** Rows walked at a time, so that a million proxies never stand in memory. */
const chunk = 5_000;

/** The part of a filter that the demo understands; undefined where it filters nothing. */
export function readProxyFilter(filter: JsonObject): JsonObject | undefined {
  const known = filterKeys.flatMap((key) => {
    const value = filter[key];
    if (value === undefined || value === null) return [];
    if (typeof value !== 'string') throw new Refusal(400, `${key} must be a string.`);
    return [[key, value] as const];
  });
  return known.length === 0 ? undefined : Object.fromEntries(known);
}

/** Every proxy that fits the filter, one after the other. */
export function* matchProxies(proxies: RowTable, filter: JsonObject): Generator<JsonObject> {
  const wanted = Object.entries(filter);
  for (let offset = 0; offset < proxies.count(); offset += chunk) {
    for (const proxy of proxies.slice(offset, chunk)) {
      if (wanted.every(([key, value]) => proxy[key] === value)) yield proxy;
    }
  }
}
