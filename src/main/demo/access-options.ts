import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { activeUsers, hasAccess } from './data/access.ts';
import type { DemoAccount } from './data/account.ts';
import { matchProxies, readProxyFilter } from './proxy-filter.ts';
import { readText } from './data/read-text.ts';
import { Refusal } from './refusal.ts';

/**
 * Every active proxy user with whether it may use all of the given proxies, and
 * the two errors that the specification shows (specification, "list/options" and Errors; the
 * statuses of the errors are not shown).
 */
export function listAccess(account: DemoAccount, body: JsonObject): JsonObject[] {
  const { proxy_ids: ids, search_filter: filter } = body;
  if ((ids === undefined) === (filter === undefined)) {
    throw new Refusal(400, 'Either proxy_ids or search_filter must be provided, but not both.');
  }
  const proxyIds = new Set<string>();
  const serviceIds = new Set<string>();
  for (const proxy of ids === undefined ? byFilter(account, filter) : byIds(account, ids)) {
    proxyIds.add(readText(proxy['proxy_id']));
    serviceIds.add(readText(proxy['service_id']));
  }
  if (proxyIds.size === 0) {
    throw new Refusal(404, 'No proxies were found for the specified criteria.');
  }
  return activeUsers(account.proxyUsers).map((user) => ({
    has_access: hasAccess(user, proxyIds, serviceIds),
    proxy_user_id: user['proxy_user_id'] ?? null,
    proxy_user_is_default: user['proxy_user_is_default'] ?? false,
  }));
}

function byIds(account: DemoAccount, ids: JsonValue): JsonObject[] {
  if (!Array.isArray(ids)) throw new Refusal(400, 'proxy_ids must be an array of strings.');
  return ids.flatMap((id: JsonValue): JsonObject[] => {
    const proxy = account.proxies.find(readText(id));
    return proxy ? [proxy] : [];
  });
}

function byFilter(account: DemoAccount, filter: JsonValue | undefined): Iterable<JsonObject> {
  if (!isJsonObject(filter)) throw new Refusal(400, 'search_filter must be an object.');
  return matchProxies(account.proxies, readProxyFilter(filter) ?? {});
}
