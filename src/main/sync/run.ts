import { asFailure, type Failure } from '../../shared/failure.ts';
import {
  syncResources,
  type ResourceOutcome,
  type SyncOutcome,
  type SyncResource,
} from '../../shared/sync.ts';
import type { ApiClient } from '../api/client.ts';
import { searchProxies } from '../api/proxy.ts';
import { searchProxyUsers } from '../api/proxy-user.ts';
import { searchServices } from '../api/service.ts';
import type { Store } from '../store/contract.ts';
import { syncList } from './list.ts';

export interface SyncRunParts {
  readonly client: ApiClient;
  /** Must be unlocked: passwords are part of what is kept. */
  readonly store: Store;
  readonly signal: AbortSignal;
  /** Believe a list that is suddenly empty. */
  readonly acceptEmpty?: boolean | undefined;
  readonly onProgress: (resource: SyncResource, received: number, expected: number | null) => void;
}

const readers = {
  services: searchServices,
  proxies: searchProxies,
  proxy_users: searchProxyUsers,
} as const satisfies { [R in SyncResource]: unknown };

/**
 * One sync, top to bottom: services, proxies, proxy users. A list that fails
 * leaves the others their turn unless the reason holds for all of them. Never
 * throws: what went wrong is in the outcome, what was received is kept.
 */
export async function runSync(parts: SyncRunParts): Promise<SyncOutcome> {
  const { client, store, signal, acceptEmpty = false } = parts;
  const startedAt = new Date();
  const requestsBefore = client.requestCount();
  const outcomes = new Map<SyncResource, ResourceOutcome>();
  let problem: Failure | null = null;
  for (const resource of syncResources) {
    try {
      const list = await syncList({
        resource,
        store,
        acceptEmpty,
        readPages: () => readers[resource](client, { signal }),
        onProgress: (received, expected) => {
          parts.onProgress(resource, received, expected);
        },
      });
      outcomes.set(resource, list.outcome);
      problem ??= list.problem;
    } catch (error) {
      const failure = asFailure(error);
      problem ??= failure;
      if (concernsEveryList(failure)) break;
    }
  }
  const finishedAt = new Date();
  const untouched = (resource: SyncResource): ResourceOutcome => ({
    total: store.syncs.countRows(resource),
    added: 0,
    changed: 0,
    removed: 0,
    complete: false,
    withoutId: 0,
  });
  const outcomeOf = (resource: SyncResource): ResourceOutcome =>
    outcomes.get(resource) ?? untouched(resource);
  const resources = {
    services: outcomeOf('services'),
    proxies: outcomeOf('proxies'),
    proxy_users: outcomeOf('proxy_users'),
  };
  const complete = syncResources.every((resource) => resources[resource].complete);
  store.syncs.finishRun({
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    complete,
    problem,
  });
  return {
    complete,
    resources,
    requests: client.requestCount() - requestsBefore,
    durationMs: finishedAt.getTime() - startedAt.getTime(),
    problem,
  };
}

/** Whether the next list would fail for the same reason, so that asking for it is idle. */
function concernsEveryList({ code }: Failure): boolean {
  return (
    code === 'cancelled' ||
    code === 'keys-refused' ||
    code === 'unreachable' ||
    code === 'tls' ||
    code === 'timeout' ||
    code === 'too-many-requests' ||
    code === 'disk-full' ||
    code === 'read-only' ||
    code === 'passwords-locked'
  );
}
