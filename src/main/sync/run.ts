import { asFailure, failures, type Failure } from '../../shared/failure.ts';
import { defaultSettings } from '../../shared/settings.ts';
import {
  isMainList,
  isSyncList,
  mainLists,
  syncResources,
  type ResourceOutcome,
  type SyncOutcome,
  type SyncResource,
} from '../../shared/sync.ts';
import type { ApiClient } from '../api/http/client.ts';
import { wrongAddress } from '../api/http/errors.ts';
import { listPages, PageSize } from '../api/pages.ts';
import type { Store } from '../store/index.ts';
import { changeLimits, type ChangeLimits } from '../store/user/change-log.ts';
import { endsSync, syncRecords, untouched } from './account-data.ts';
import { syncList } from './list.ts';

export interface SyncRunParts {
  readonly client: ApiClient;
  /** Must be unlocked: passwords are cached too. */
  readonly store: Store;
  readonly signal: AbortSignal;
  /** Accept a list that is suddenly empty, or less than half as long. */
  readonly acceptEmpty?: boolean | undefined;
  /** The resources to fetch; without it all. */
  readonly only?: readonly SyncResource[] | undefined;
  /** How much of the recorded changes is kept. */
  readonly keepChanges?: ChangeLimits | undefined;
  readonly onProgress: (resource: SyncResource, received: number, expected: number | null) => void;
  /** Called for an error that is not a failure; the outcome has no details of it. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * One sync, top to bottom: services, proxies, proxy users, then the rest of the
 * account. If a resource fails, the others are still fetched unless the reason applies
 * to all of them. Problems are in the outcome, and received data is cached.
 *
 * @throws FailureError of the store if the cache cannot record the outcome
 */
export async function runSync(parts: SyncRunParts): Promise<SyncOutcome> {
  const { client, store, signal, acceptEmpty = false, only = syncResources } = parts;
  const requested = syncResources.filter((resource) => only.includes(resource));
  const startedAt = new Date();
  const requestsBefore = client.requestCount();
  const outcomes = new Map<SyncResource, ResourceOutcome>();
  const failureOf = (error: unknown): Failure => {
    const failure = asFailure(error);
    if (failure.code === 'internal') parts.onError?.(error);
    return failure;
  };
  const syncOne = async (resource: SyncResource): Promise<ResourceOutcome> => {
    if (!isSyncList(resource)) return syncRecords({ ...parts, acceptEmpty, failureOf }, resource);
    const pageSize = new PageSize();
    const { outcome, problem } = await syncList({
      resource,
      store,
      acceptEmpty,
      readPages: (countSeen) => listPages(client, resource, { signal, countSeen, pageSize }),
      onProgress: (received, expected) => {
        parts.onProgress(resource, received, expected);
      },
    });
    return { ...outcome, problem };
  };
  store.syncs.startRun(startedAt.toISOString());
  let stop: Failure | null = null;
  for (const resource of requested) {
    const outcome: ResourceOutcome = stop
      ? untouched(store, resource, stop)
      : await syncOne(resource).catch((error: unknown) =>
          untouched(store, resource, describe(store, resource, failureOf(error))),
        );
    outcomes.set(resource, outcome);
    if (outcome.problem && endsSync(resource, outcome.problem)) stop = outcome.problem;
  }
  // The resources that a canceled run did not reach keep their state.
  store.syncs.noteOutcomes([...outcomes].filter(([, outcome]) => outcome.problem?.code !== 'canceled'));
  const { complete, problem } = judge(requested, outcomes);
  const finishedAt = new Date();
  store.syncs.endRun({
    finishedAt: finishedAt.toISOString(),
    isComplete: complete,
    problem: problem?.code ?? null,
    keep: parts.keepChanges ?? changeLimits(defaultSettings),
  });
  // A partial run does not tell the age of the cache.
  if (mainLists.every((list) => requested.includes(list))) {
    store.syncs.finishRun({
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      complete,
      problem,
    });
  }
  // It would still contain passwords that were replaced or removed.
  store.syncs.emptyLog();
  const outcomeOf = (resource: SyncResource): ResourceOutcome =>
    outcomes.get(resource) ?? untouched(store, resource, null);
  return {
    complete,
    requested,
    // Has every resource, as the type of the outcome asks for.
    resources: Object.fromEntries(
      syncResources.map((resource) => [resource, outcomeOf(resource)]),
    ) as SyncOutcome['resources'],
    requests: client.requestCount() - requestsBefore,
    durationMs: finishedAt.getTime() - startedAt.getTime(),
    problem,
  };
}

/**
 * The failure of a resource. Every service has the main lists: if one is not found, the base URL
 * leads elsewhere. Cached data is promised only if there is any.
 */
function describe(store: Store, resource: SyncResource, failure: Failure): Failure {
  const isElsewhere = failure.code === 'not-found' && isMainList(resource);
  const described = isElsewhere ? { ...failure, ...wrongAddress } : failure;
  const { about } = failures[described.code];
  const isOfService = about === 'service' || about === 'keys';
  if (!isOfService || described.code === 'incomplete' || !isCached(store, resource)) return described;
  return { ...described, message: `${described.message} Cached data remains available.` };
}

const isCached = (store: Store, resource: SyncResource): boolean => untouched(store, resource, null).total > 0;

/**
 * A run is complete when the requested main lists are: browsing, exports and tests need no
 * more, and a service may lack the rest. The rest decides only if no main list was requested.
 */
function judge(
  requested: readonly SyncResource[],
  outcomes: ReadonlyMap<SyncResource, ResourceOutcome>,
): Pick<SyncOutcome, 'complete' | 'problem'> {
  const lists = requested.filter(isMainList);
  const decisive = (lists.length > 0 ? lists : requested).map((resource) => outcomes.get(resource));
  return {
    complete: decisive.every((outcome) => outcome?.complete === true),
    problem: decisive.find((outcome) => outcome?.problem)?.problem ?? null,
  };
}
