import { fail, FailureError } from '../../shared/failure.ts';
import type { AccessDifference, ExportChoices, ExportConfirmation } from '../../shared/export.ts';
import type { ApiClient, CallOptions } from '../api/client.ts';
import { listProxyOptions } from '../api/proxy.ts';
import { readSelection } from '../query.ts';
import type { Store } from '../store/contract.ts';
import { listUsers } from './export-users.ts';
import { readOptions } from './read-options.ts';

/** Ids in one request; they go in its body. */
const idsPerRequest = 5000;
/** Finding out which proxies differ takes requests of its own; past so many it is left at a count. */
const maxRequests = 300;
const maxNamed = 20;

/**
 * Asks the service whether the users of an export may use the proxies that the offline
 * copy lets it write (specification, "list/options"): all of them by their ids. The answer
 * is one for all ids of a request, so where it is no, halves are asked until it is known
 * which proxies it is about. Nothing is changed.
 *
 * @throws FailureError those of the client, `cancelled` among them
 */
export async function confirmAccess(
  { client, store }: { readonly client: ApiClient; readonly store: Store },
  choices: ExportChoices,
  call: CallOptions = {},
): Promise<ExportConfirmation> {
  const selection = readSelection(choices.proxies);
  const differences: ExportConfirmation['differences'][number][] = [];
  let requests = 0;
  let askedCount = 0;

  const isAllowed = async (user: string, ids: readonly string[]): Promise<boolean> => {
    requests += 1;
    try {
      const answer = await listProxyOptions(client, { proxy_ids: ids }, call);
      return readOptions(answer['data']).get(user)?.['has_access'] === true;
    } catch (error) {
      // What the service refuses to answer may be one id among them that it does not know.
      const code = error instanceof FailureError ? error.failure.code : undefined;
      if (code === 'rejected' || code === 'not-found') return false;
      // A question changes nothing, whether it arrived or not.
      if (code === 'outcome-unknown') throw notAsked(error);
      throw error;
    }
  };

  for (const proxyUserId of listUsers(choices)) {
    const request = { selection, accessibleTo: proxyUserId, protocol: 'http', ip: '4' } as const;
    const ids = [...store.proxies.addresses(request)].map(({ proxy_id }) => proxy_id);
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

const notAsked = (cause: unknown): FailureError =>
  fail(
    'unreachable',
    'The connection to the service broke before it answered. Nothing was changed. Ask again.',
    { cause },
  );

function describe({
  proxyUserId,
  refusedCount,
  refusedIds,
  unsettledCount,
}: AccessDifference): string {
  const more = refusedCount > refusedIds.length ? ', ...' : '';
  const known = `${proxyUserId} may not use ${String(refusedCount)} of them, says the service: ${refusedIds.join(', ')}${more}.`;
  const unsettled = `Of ${String(unsettledCount)} more it may not use one or several; which was not asked.`;
  return [
    refusedCount > 0 ? known : '',
    unsettledCount > 0 ? unsettled : '',
    'Sync to bring the copy up to date.',
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}
