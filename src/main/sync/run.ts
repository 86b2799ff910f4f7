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
import { largestPage, listPages, PageSize } from '../api/pages.ts';
import type { Store } from '../store/index.ts';
import { changeLimits, type ChangeLimits } from '../store/user/change-log.ts';
import { endsSync, syncRecords, untouched } from './account-data.ts';
import { lists } from '../../shared/lists.ts';
import type { SyncList } from '../../shared/sync.ts';
import type { Page } from '../api/pages.ts';

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
  const startedAt = new Date(store.nowMs());
  const requestsBefore = client.requestCount();
  const outcomes = new Map<SyncResource, ResourceOutcome>();
  const failureOf = (error: unknown): Failure => {
    const failure = asFailure(error);
    if (failure.code === 'internal') parts.onError?.(error);
    return failure;
  };
  const syncOne = async (resource: SyncResource): Promise<ResourceOutcome> => {
    if (!isSyncList(resource)) return syncRecords({ ...parts, acceptEmpty, failureOf }, resource);
    const pageSize = new PageSize(largest);
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
  const learned = store.serviceLimits.read();
  const largest = learned ? { perPage: learned.perPage } : largestPage();
  client.pacing?.start(learned?.pace ?? null);
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
  store.serviceLimits.save({ perPage: largest.perPage, pace: client.pacing?.learned() ?? null });
  // The resources that a canceled run did not reach keep their state.
  store.syncs.noteOutcomes([...outcomes].filter(([, outcome]) => outcome.problem?.code !== 'canceled'));
  const { complete, problem } = summarize(requested, outcomes);
  const finishedAt = new Date(store.nowMs());
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
function summarize(
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

/** A list is read at most this often in one run. */
const maxPasses = 4;

interface ListParts {
  readonly resource: SyncList;
  readonly store: Store;
  /** Reads the list from its first page on; called once per pass. `countSeen`: distinct rows seen so far. */
  readonly readPages: (countSeen: () => number) => AsyncIterable<Page>;
  /** Believe a list that is suddenly empty, or less than half as long. */
  readonly acceptEmpty: boolean;
  readonly onProgress: (received: number, expected: number | null) => void;
}

interface ListOutcome {
  readonly outcome: Omit<ResourceOutcome, 'problem'>;
  /** Why the list is not complete; null if it is. */
  readonly problem: Failure | null;
}

/** What one walk over all pages saw. */
interface Pass {
  readonly seenCount: number;
  /** Keys of the stored rows that it did not see; null if it can't have seen the full list. */
  readonly missing: readonly number[] | null;
  /** The total that every page agreed on; null if they did not, or had none. */
  readonly total: number | null;
  readonly withoutId: number;
  readonly added: number;
  readonly changed: number;
  /** Whether every row was compared with the stored one. */
  readonly isThorough: boolean;
}

/**
 * Reads one list until it is known to be complete. Every page is written at once,
 * so that received data is never lost; rows are removed only if two complete passes
 * in a row miss them, because a list that changes while it is read can look complete
 * and still have skipped a row.
 *
 * @throws FailureError of the client or the store; pages written before stay
 */
async function syncList(parts: ListParts): Promise<ListOutcome> {
  const { resource, store } = parts;
  const sum = { added: 0, changed: 0, withoutId: 0 };
  const finish = (removedKeys: readonly number[] | null, problem: Failure | null): ListOutcome => {
    if (removedKeys) store.syncs.finishList(resource, removedKeys, isThorough);
    const removed = removedKeys?.length ?? 0;
    const total = store.syncs.countRows(resource);
    return { outcome: { total, ...sum, removed, complete: removedKeys !== null }, problem };
  };
  const storedBefore = store.syncs.countRows(resource);
  let isThorough = false;
  let missingBefore: ReadonlySet<number> | null = null;
  let problem: Failure | null = null;
  for (let count = 0; count < maxPasses; count += 1) {
    const pass = await readPass(parts);
    isThorough = pass.isThorough;
    sum.added += pass.added;
    sum.changed += pass.changed;
    sum.withoutId = pass.withoutId;
    problem = findGap(resource, pass);
    if (problem) {
      missingBefore = null;
      if (isExplainedByRowsWithoutId(pass)) break;
      continue;
    }
    if (!parts.acceptEmpty && isSuspiciouslyShort(pass.seenCount, storedBefore)) {
      return finish(null, suddenlyShort(resource, pass.seenCount, storedBefore));
    }
    const missing = pass.missing ?? [];
    if (missing.length === 0) return finish([], null);
    if (missingBefore) {
      const missingTwice = missingBefore;
      return finish(
        missing.filter((key) => missingTwice.has(key)),
        null,
      );
    }
    missingBefore = new Set(missing);
  }
  return finish(null, problem ?? changedTooOften(resource));
}

async function readPass({ resource, store, readPages, onProgress }: ListParts): Promise<Pass> {
  // The first page may take long: until then the window shows which list it waits for.
  onProgress(0, null);
  const walk = store.syncs.startPass(resource);
  let total: number | null | undefined;
  let withoutId = 0;
  let added = 0;
  let changed = 0;
  try {
    for await (const page of readPages(() => walk.seenCount())) {
      const written = walk.write(page.rows);
      added += written.added;
      changed += written.changed;
      withoutId += written.withoutId;
      if (total === undefined) total = page.totalCount;
      else if (total !== page.totalCount) total = null;
      onProgress(walk.seenCount(), page.totalCount);
    }
  } finally {
    added -= walk.close();
  }
  const seenCount = walk.seenCount();
  const missing = total === seenCount ? walk.missing() : null;
  const { isThorough } = walk;
  return { seenCount, missing, total: total ?? null, withoutId, added, changed, isThorough };
}

/** Why a pass does not show the full list; null if it does. */
function findGap(resource: SyncList, pass: Pass): Failure | null {
  const { seenCount, total, withoutId } = pass;
  if (total === seenCount) return null;
  const list = lists[resource].many;
  const why =
    total === null
      ? `the service did not give one total for all pages of the ${list}`
      : withoutId > 0
        ? `${String(withoutId)} of ${String(total)} ${list} have no ID or could not be cached`
        : `${String(seenCount)} of ${String(total)} ${list} were seen`;
  return {
    code: 'incomplete',
    message: `The list may be incomplete: ${why}. Nothing was removed. Sync again later.`,
  };
}

const isExplainedByRowsWithoutId = ({ seenCount, total, withoutId }: Pass): boolean =>
  withoutId > 0 && total === seenCount + withoutId;

/** Fewer rows than this may disappear in one day of use. */
const leastLostRows = 10;

/** Whether a complete list is so much shorter than the cached one that a fault of the service is likelier. */
function isSuspiciouslyShort(count: number, cached: number): boolean {
  if (count === 0) return cached > 0;
  return count < cached / 2 && cached - count >= leastLostRows;
}

const suddenlyShort = (resource: SyncList, count: number, cached: number): Failure => ({
  code: 'incomplete',
  message:
    `The service suddenly lists ${count === 0 ? 'no' : `only ${String(count)}`} ${lists[resource].many}, while ${String(cached)} are cached. ` +
    'Nothing was removed. If they were really removed, sync again and accept ' +
    (count === 0 ? 'the empty list.' : 'the short list.'),
});

const changedTooOften = (resource: SyncList): Failure => ({
  code: 'incomplete',
  message:
    `The list of ${lists[resource].many} kept changing while it was read. ` + 'Nothing was removed. Sync again later.',
});
