import type { JsonObject } from '../../../shared/json.ts';
import { describeProxy, type ProxyPlan } from './proxy.ts';
import { parseProxyId } from './proxy-id.ts';
import { createRowTable, type RowTable } from './row-table.ts';

/**
 * The proxies, generated on request, so that a million of them take no memory. The first
 * change of a row stores them all.
 *
 * @param usersOf the proxy users that may use a proxy
 */
export function createProxyTable(
  plan: ProxyPlan,
  proxyCount: number,
  usersOf: (proxy: JsonObject) => string[],
): RowTable {
  let made = proxyCount;
  let stored: RowTable | undefined;
  const generate = (first: number, end: number): JsonObject[] =>
    Array.from({ length: Math.max(0, end - first) }, (_, at) => describeProxy(plan, first + at));
  const store = (): RowTable => (stored ??= createRowTable('proxy_id', generate(0, proxyCount)));
  const findGenerated = (id: string): JsonObject | undefined => {
    const index = parseProxyId(id, plan.seed);
    return index === undefined || index >= proxyCount ? undefined : describeProxy(plan, index);
  };
  const withUsers = (row: JsonObject): JsonObject => ({ proxy_user_ids: usersOf(row), ...row });
  return {
    idField: 'proxy_id',
    count: () => stored?.count() ?? proxyCount,
    slice(offset, limit) {
      const rows =
        stored?.slice(offset, limit) ?? generate(offset, Math.min(proxyCount, offset + limit));
      return rows.map(withUsers);
    },
    find(id) {
      const row = stored ? stored.find(id) : findGenerated(id);
      return row && withUsers(row);
    },
    add(fields = {}) {
      made += 1;
      return store().add({ ...describeProxy(plan, made - 1), ...fields });
    },
    update: (id, fields) => {
      store().update(id, fields);
    },
    remove: (id) => {
      store().remove(id);
    },
  };
}
