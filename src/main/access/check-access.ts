import { fail } from '../../shared/failure.ts';
import type { AccessCheck } from '../../shared/records/proxy-user.ts';
import type { ApiClient, CallOptions } from '../api/http/client.ts';
import { listProxyOptions } from '../api/actions.ts';
import { listOf, type Rows } from '../../shared/rows.ts';
import type { Store } from '../store/index.ts';

/** Who has access to the selected proxies according to the cache. */
interface CachedAccess {
  readonly ids: readonly string[];
  /** How many of these proxies each user has access to. */
  readonly users: ReturnType<Store['proxies']['accessibleCounts']>;
}

/**
 * Reads the cached side of `checkAccess`.
 *
 * @throws FailureError `nothing-to-do` if no proxy is selected
 */
export function readCachedAccess(store: Store, rows: Rows): CachedAccess {
  const ids =
    rows.kind === 'ids' && listOf(rows) === 'proxies' ? rows.ids : store.proxies.idsOf(rows);
  if (ids.length === 0) {
    throw fail('nothing-to-do', 'No proxies are selected. Nothing was sent.');
  }
  return { ids, users: store.proxies.accessibleCounts({ kind: 'ids', ids }) };
}

/**
 * Checks with the service which proxy users have access to all of the selected proxies, and
 * adds the cached result (specification, "Access rules for has_access").
 *
 * @throws FailureError those of the client
 */
export async function checkAccess(
  client: ApiClient,
  { ids, users }: CachedAccess,
  options?: CallOptions,
): Promise<AccessCheck> {
  const { users: online, message } = await listProxyOptions(client, ids, options);
  const wanted = new Set(ids).size;
  const known = new Map(users.map((user) => [user.proxy_user_id, user]));
  const userIds = new Set([...known.keys(), ...online.keys()]);
  return {
    users: [...userIds].map((proxy_user_id) => {
      const cached = known.get(proxy_user_id);
      const option = online.get(proxy_user_id);
      return {
        proxy_user_id,
        proxy_user_is_default:
          option?.['proxy_user_is_default'] === true || cached?.proxy_user_is_default === true,
        offline: cached?.count === wanted,
        online: option ? option['has_access'] === true : null,
      };
    }),
    message,
  };
}
