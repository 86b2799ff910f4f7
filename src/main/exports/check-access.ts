import { fail } from '../../shared/failure.ts';
import type { AccessCheck } from '../../shared/proxy-user.ts';
import type { ApiClient, CallOptions } from '../api/client.ts';
import { listProxyOptions } from '../api/proxy.ts';
import type { ResolvedSelection, Store } from '../store/contract.ts';
import { readOptions } from './read-options.ts';

/**
 * Checks with the service which proxy users have access to all of the selected proxies, and
 * adds the result from the offline data (specification, "Access rules for has_access").
 *
 * @throws FailureError `nothing-to-do` if no proxy is selected; those of the client
 */
export async function checkAccess(
  { client, store }: { readonly client: ApiClient; readonly store: Store },
  selection: ResolvedSelection,
  options?: CallOptions,
): Promise<AccessCheck> {
  const ids = idsOf(store, selection);
  if (ids.length === 0) {
    throw fail('nothing-to-do', 'No proxies are selected. Nothing was sent.');
  }
  const answer = await listProxyOptions(client, { proxy_ids: ids }, options);
  const online = readOptions(answer['data']);
  const offline = store.proxies.accessibleCounts({ kind: 'ids', ids });
  const wanted = new Set(ids).size;
  const known = new Map(offline.map((user) => [user.proxy_user_id, user]));
  const userIds = new Set([...known.keys(), ...online.keys()]);
  const { message } = answer;
  return {
    users: [...userIds].map((proxy_user_id) => {
      const kept = known.get(proxy_user_id);
      const option = online.get(proxy_user_id);
      return {
        proxy_user_id,
        proxy_user_is_default:
          option?.['proxy_user_is_default'] === true || kept?.proxy_user_is_default === true,
        offline: kept?.count === wanted,
        online: option ? option['has_access'] === true : null,
      };
    }),
    message: typeof message === 'string' ? message : null,
  };
}

function idsOf(store: Store, selection: ResolvedSelection): string[] {
  if (selection.kind === 'ids') return [...selection.ids];
  const all = { selection, accessibleTo: null, protocol: 'http', ip: '4' } as const;
  return [...store.proxies.addresses(all)].map(({ proxy_id }) => proxy_id);
}
