import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import { readText } from './read-text.ts';
import type { RowTable } from './row-table.ts';

/**
 * Whether a proxy user may use all of the given proxies (specification, "Access
 * rules for has_access", 1 to 3).
 */
export function hasAccess(
  user: JsonObject,
  proxyIds: ReadonlySet<string>,
  serviceIds: ReadonlySet<string>,
): boolean {
  switch (user['proxy_user_access_type']) {
    case 'all':
      return true;
    case 'service_restricted':
      return serviceIds.isSubsetOf(new Set(textsOf(user['restricted_service_ids'])));
    case 'proxy_restricted':
      return proxyIds.isSubsetOf(new Set(textsOf(user['restricted_proxy_ids'])));
    default:
      return false;
  }
}

/** Proxy users that are not deleted. */
export function activeUsers(users: RowTable): JsonObject[] {
  return users.slice(0, users.count()).filter((user) => user['proxy_user_is_deleted'] !== true);
}

/** Returns a function that lists the users with access to a proxy; fast for a million proxies. */
export function indexAccess(users: readonly JsonObject[]): (proxy: JsonObject) => string[] {
  const ids = users.map((user) => readText(user['proxy_user_id']));
  const accessTypes = users.map((user) => user['proxy_user_access_type']);
  const restrictions = users.map(
    (user) =>
      new Set(
        textsOf(
          user['proxy_user_access_type'] === 'service_restricted'
            ? user['restricted_service_ids']
            : user['restricted_proxy_ids'],
        ),
      ),
  );
  return (proxy) => {
    const ofType: { readonly [accessType: string]: string } = {
      service_restricted: readText(proxy['service_id']),
      proxy_restricted: readText(proxy['proxy_id']),
    };
    return ids.filter((_, at) => {
      const accessType = readText(accessTypes[at]);
      return accessType === 'all' || restrictions[at]?.has(ofType[accessType] ?? '') === true;
    });
  };
}

function textsOf(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.map(readText) : [];
}
