import type { JsonObject, JsonValue } from '../../shared/json.ts';
import { activeUsers, hasAccess } from './data/access.ts';
import type { DemoAccount } from './data/account.ts';
import { readText } from './data/read-text.ts';
import { Refusal } from './refusal.ts';

/**
 * Every active proxy user with whether it may use all of the proxies in `proxy_ids`, and
 * the two errors that the specification shows (specification, "list/options" and Errors; the
 * statuses of the errors are not shown).
 */
export function listAccess(account: DemoAccount, body: JsonObject): JsonObject[] {
  const { proxy_ids: ids, search_filter: filter } = body;
  if (!Array.isArray(ids) || filter !== undefined) {
    throw new Refusal(400, 'Either proxy_ids or search_filter must be provided, but not both.');
  }
  const proxies = ids.flatMap((id: JsonValue): JsonObject[] => {
    const proxy = account.proxies.find(readText(id));
    return proxy ? [proxy] : [];
  });
  if (proxies.length === 0) {
    throw new Refusal(404, 'No proxies were found for the specified criteria.');
  }
  const proxyIds = new Set(proxies.map((proxy) => readText(proxy['proxy_id'])));
  const serviceIds = new Set(proxies.map((proxy) => readText(proxy['service_id'])));
  return activeUsers(account.proxyUsers).map((user) => ({
    has_access: hasAccess(user, proxyIds, serviceIds),
    proxy_user_id: user['proxy_user_id'] ?? null,
    proxy_user_is_default: user['proxy_user_is_default'] ?? false,
  }));
}
