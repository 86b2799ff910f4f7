import { asFailure, failures, type Failure } from '../../shared/failure.ts';
import { defaultSettings } from '../../shared/settings.ts';
import {
  isMainList,
  isSyncList,
  mainLists,
  syncResources,
  type ResourceOutcome,
  type SyncList,
  type SyncOutcome,
  type SyncResource,
} from '../../shared/sync.ts';
import type { ApiClient } from '../api/http/client.ts';
import { wrongAddress } from '../api/http/errors.ts';
import { largestPage, listPages, PageSize, type Page } from '../api/pages.ts';
import type { Store } from '../store/index.ts';
import { changeLimits, type ChangeLimits } from '../store/user/change-log.ts';
import { endsSync, syncRecords, untouched } from './account-data.ts';
import { lists } from '../../shared/lists.ts';

export interface SyncRunParts {
  readonly client: ApiClient;
  /** Unlocked. */
  readonly store: Store;
  readonly signal: AbortSignal;
  /** Accepts lists that are suddenly empty or less than half as long. */
  readonly acceptEmpty?: boolean | undefined;
  /** Default: all. */
  readonly only?: readonly SyncResource[] | undefined;
  readonly keepChanges?: ChangeLimits | undefined;
  readonly onProgress: (resource: SyncResource, received: number, expected: number | null) => void;
  /** Gets errors that are not failures. */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/**
 * Runs one sync: services, proxies, users, the rest. A failure ends it only if its reason applies to all. Received data
 * stays cached.
 *
 * @throws FailureError of the store if it cannot record the outcome
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
  // Canceled runs leave unreached resources alone.
  store.syncs.noteOutcomes([...outcomes].filter(([, outcome]) => outcome.problem?.code !== 'canceled'));
  const { complete, problem } = summarize(requested, outcomes);
  const finishedAt = new Date(store.nowMs());
  store.syncs.endRun({
    finishedAt: finishedAt.toISOString(),
    isComplete: complete,
    problem: problem?.code ?? null,
    keep: parts.keepChanges ?? changeLimits(defaultSettings),
  });
  // Partial runs do not count for the age.
  if (mainLists.every((list) => requested.includes(list))) {
    store.syncs.finishRun({
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      complete,
      problem,
    });
  }
  // It still contains replaced passwords.
  store.syncs.emptyLog();
  const outcomeOf = (resource: SyncResource): ResourceOutcome =>
    outcomes.get(resource) ?? untouched(store, resource, null);
  return {
    complete,
    requested,
    // Has every resource.
    resources: Object.fromEntries(
      syncResources.map((resource) => [resource, outcomeOf(resource)]),
    ) as SyncOutcome['resources'],
    requests: client.requestCount() - requestsBefore,
    durationMs: finishedAt.getTime() - startedAt.getTime(),
    problem,
  };
}

/** A missing main list means a wrong base URL. Promises cached data only if there is any. */
function describe(store: Store, resource: SyncResource, failure: Failure): Failure {
  const isElsewhere = failure.code === 'not-found' && isMainList(resource);
  const described = isElsewhere ? { ...failure, ...wrongAddress } : failure;
  const { about } = failures[described.code];
  const isOfService = about === 'service' || about === 'keys';
  if (!isOfService || described.code === 'incomplete' || !isCached(store, resource)) return described;
  return { ...described, message: `${described.message} Cached data remains available.` };
}

const isCached = (store: Store, resource: SyncResource): boolean => untouched(store, resource, null).total > 0;

/** Main lists decide: browsing, exports and tests need no more. Without any, the rest decides. */
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

const maxPasses = 4;

interface ListParts {
  readonly resource: SyncList;
  readonly store: Store;
  /** Called once per pass; `countSeen`: distinct rows so far. */
  readonly readPages: (countSeen: () => number) => AsyncIterable<Page>;
  readonly acceptEmpty: boolean;
  readonly onProgress: (received: number, expected: number | null) => void;
}

interface ListOutcome {
  readonly outcome: Omit<ResourceOutcome, 'problem'>;
  /** Null if complete. */
  readonly problem: Failure | null;
}

interface Pass {
  readonly seenCount: number;
  /** Null if the pass can't be complete. */
  readonly missing: readonly number[] | null;
  /** The total that the service gave; null if its pages disagree. */
  readonly total: number | null;
  readonly withoutId: number;
  readonly added: number;
  readonly changed: number;
  /** Compared every row. */
  readonly isThorough: boolean;
}

/**
 * Reads a list until complete, writing every page. Rows go if two complete passes miss them: a changing list can skip
 * one.
 *
 * @throws FailureError of client or store; written pages stay
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
  // Shows the list while the first page takes long.
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

/** Null if the pass is complete. */
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

/** Fewer may disappear in a day of use. */
const leastLostRows = 10;

/** Whether a fault of the service is likelier than the loss. */
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
