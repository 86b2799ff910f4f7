import type { ExportChoices } from '../../shared/exports/export.ts';
import { asFailure, fail } from '../../shared/failure.ts';
import type { AccessCheck } from '../../shared/records/proxy-user.ts';
import { type Rows, listOf } from '../../shared/rows.ts';
import { listProxyOptions } from '../api/actions.ts';
import type { ApiClient, CallOptions } from '../api/http/client.ts';
import { listUsers } from '../exports/prepare.ts';
import type { Store } from '../store/index.ts';

interface CachedAccess {
  readonly ids: readonly string[];
  readonly users: ReturnType<Store['proxies']['accessibleCounts']>;
}

/**
 * Reads the cached side of `checkAccess`.
 *
 * @throws FailureError `nothing-to-do` without a proxy
 */
export function readCachedAccess(store: Store, rows: Rows): CachedAccess {
  const ids = rows.kind === 'ids' && listOf(rows) === 'proxies' ? rows.ids : store.proxies.idsOf(rows);
  if (ids.length === 0) {
    throw fail('nothing-to-do', 'No proxies are selected. Nothing was sent.');
  }
  return { ids, users: store.proxies.accessibleCounts({ kind: 'ids', ids }) };
}

/**
 * Compares the service's access with the cache's for all selected proxies (specification, "Access rules for
 * has_access").
 *
 * @throws FailureError of the client
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
        proxy_user_is_default: option?.['proxy_user_is_default'] === true || cached?.proxy_user_is_default === true,
        offline: cached?.count === wanted,
        online: option ? option['has_access'] === true : null,
      };
    }),
    message,
  };
}

const idsPerRequest = 5000;
/** To find differing proxies; beyond it they are only counted. */
const maxRequests = 300;
const maxNamed = 20;

/** A user who has access by the cache, but not by the service. */
interface AccessDifference {
  readonly proxyUserId: string;
  readonly refusedCount: number;
  readonly refusedIds: readonly string[];
  /** Not checked one by one. */
  readonly unsettledCount: number;
}

interface ExportConfirmation {
  readonly askedCount: number;
  /** Empty if the service agrees. */
  readonly differences: readonly (AccessDifference & { readonly message: string })[];
}

/** IDs that a user may use by the cache; null: all. */
export function listAccessibleIds(store: Store, rows: Rows, proxyUserId: string | null): string[] {
  const request = { rows, accessibleTo: proxyUserId, protocol: 'http', ip: 'any' } as const;
  return [...store.proxies.addresses(request)].map(({ proxy_id }) => proxy_id);
}

/**
 * Checks that users may use all proxies of an export (specification, "list/options"). The answer is about a whole
 * request, so refused ones are halved.
 *
 * @throws FailureError of the client, including `canceled`
 */
export async function confirmAccess(
  {
    client,
    listIds,
  }: {
    readonly client: ApiClient;
    readonly listIds: (proxyUserId: string) => Promise<readonly string[]>;
  },
  choices: ExportChoices,
  call: CallOptions = {},
): Promise<ExportConfirmation> {
  const differences: ExportConfirmation['differences'][number][] = [];
  let requests = 0;
  let askedCount = 0;

  const isAllowed = async (user: string, ids: readonly string[]): Promise<boolean> => {
    requests += 1;
    try {
      const { users } = await listProxyOptions(client, ids, call);
      return users.get(user)?.['has_access'] === true;
    } catch (error) {
      // One unknown ID may reject the request.
      const { code } = asFailure(error);
      if (code === 'rejected' || code === 'not-found') return false;
      throw error;
    }
  };

  for (const proxyUserId of listUsers(choices)) {
    const ids = await listIds(proxyUserId);
    askedCount += ids.length;
    const refused: string[] = [];
    let unsettledCount = 0;
    const settle = async (some: readonly string[]): Promise<void> => {
      if (await isAllowed(proxyUserId, some)) return;
      if (some.length === 1) refused.push(...some);
      else if (requests >= maxRequests) unsettledCount += some.length;
      else {
        const middle = Math.ceil(some.length / 2);
        await settle(some.slice(0, middle));
        await settle(some.slice(middle));
      }
    };
    for (let first = 0; first < ids.length; first += idsPerRequest) {
      await settle(ids.slice(first, first + idsPerRequest));
    }
    if (refused.length + unsettledCount > 0) {
      const difference = {
        proxyUserId,
        refusedCount: refused.length,
        refusedIds: refused.slice(0, maxNamed),
        unsettledCount,
      };
      differences.push({ ...difference, message: describe(difference) });
    }
  }
  return { askedCount, differences };
}

function describe({ proxyUserId, refusedCount, refusedIds, unsettledCount }: AccessDifference): string {
  const more = refusedCount > refusedIds.length ? ', ...' : '';
  const known = `The service reports that ${proxyUserId} has no access to ${String(refusedCount)} of them: ${refusedIds.join(', ')}${more}.`;
  const unsettled = `It has no access to some of ${String(unsettledCount)} more; these were not checked one by one.`;
  return [refusedCount > 0 ? known : '', unsettledCount > 0 ? unsettled : '', 'Sync to update the cached data.']
    .filter((sentence) => sentence !== '')
    .join(' ');
}
