import type { Failure } from '../../shared/failure.ts';
import type { RecordKind } from '../../shared/cached-record.ts';
import {
  type ResourceOutcome,
  type SyncList,
  type SyncRecords,
  type SyncResource,
} from '../../shared/sync.ts';
import { searchResidentialLedger } from '../api/usage.ts';
import type { Store, Written } from '../store/contract.ts';
import { isFatal } from './retry-plan.ts';
import { fetchRecord, onlyId, type FetchParts } from './fetch-record.ts';
import { syncList } from './list.ts';

export interface AccountDataParts extends FetchParts {
  readonly signal: AbortSignal;
  readonly acceptEmpty: boolean;
  readonly requested: readonly SyncResource[];
  /** `asFailure`, which reports errors that are not failures. */
  readonly failureOf: (error: unknown) => Failure;
  /** Why no more requests need be sent; null: continue. */
  readonly stop: Failure | null;
  readonly onProgress: (resource: SyncResource, received: number, expected: number | null) => void;
}

/** The single records of each step; adjustments are found by the ledger. */
const kindsOfStep = {
  summaries: ['residential_summary', 'mobile_summary'],
  customer: ['customer'],
  catalog: ['catalog'],
} as const satisfies { readonly [S in Exclude<SyncRecords, 'adjustments'>]: readonly RecordKind[] };

/** Adjustments that are requested at once; the client may allow fewer. */
const adjustmentsAtOnce = 4;
/** After so many refused adjustments, this run requests no more of them. */
const maxRefusedAdjustments = 10;

/**
 * The rest of a sync: the residential ledger, then single records. Each step is
 * independent: a problem is in its own outcome, and cached data stays.
 *
 * @returns an outcome for each requested resource
 */
export async function syncAccountData(
  parts: AccountDataParts,
): Promise<Map<SyncResource, ResourceOutcome>> {
  const outcomes = new Map<SyncResource, ResourceOutcome>();
  const steps: readonly (readonly [SyncResource, () => Promise<ResourceOutcome>])[] = [
    ['residential_ledger', () => syncLedger(parts)],
    ...(['summaries', 'customer', 'catalog'] as const).map(
      (step) => [step, () => syncSingleRecords(parts, step)] as const,
    ),
    ['adjustments', () => syncAdjustments(parts)],
  ];
  let { stop } = parts;
  for (const [resource, run] of steps) {
    if (!parts.requested.includes(resource)) continue;
    try {
      if (stop) outcomes.set(resource, untouched(parts.store, resource, stop));
      else outcomes.set(resource, await run());
    } catch (error) {
      outcomes.set(resource, untouched(parts.store, resource, parts.failureOf(error)));
    }
    const problem = outcomes.get(resource)?.problem ?? null;
    if (problem && endsAll(problem)) stop = problem;
  }
  return outcomes;
}

/** How many rows or records of a resource are cached. */
export function countKept(store: Store, resource: SyncResource): number {
  return hasKinds(resource)
    ? store.cachedRecords.count(kindsOfStep[resource])
    : store.syncs.countRows(resource);
}

const hasKinds = (resource: SyncResource): resource is keyof typeof kindsOfStep =>
  resource in kindsOfStep;

/** Keys may be refused for one kind of data and good for the next. */
const endsAll = (problem: Failure): boolean => problem.code !== 'keys-refused' && isFatal(problem);

/** The outcome of a resource that was not requested, or that failed. */
export function untouched(
  store: Store,
  resource: SyncResource,
  problem: Failure | null,
): ResourceOutcome {
  let total = 0;
  try {
    total = countKept(store, resource);
  } catch {
    // The cache cannot be read, which is the problem or becomes that of the next request.
  }
  return { total, added: 0, changed: 0, removed: 0, complete: false, withoutId: 0, problem };
}

async function syncLedger(parts: AccountDataParts): Promise<ResourceOutcome> {
  const resource: SyncList = 'residential_ledger';
  const { outcome, problem } = await syncList({
    resource,
    store: parts.store,
    acceptEmpty: parts.acceptEmpty,
    readPages: (countSeen) =>
      searchResidentialLedger(parts.client, { signal: parts.signal, countSeen }),
    onProgress: (received, expected) => {
      parts.onProgress(resource, received, expected);
    },
  });
  return { ...outcome, problem };
}

async function syncSingleRecords(
  parts: AccountDataParts,
  step: keyof typeof kindsOfStep,
): Promise<ResourceOutcome> {
  const { signal, acceptEmpty } = parts;
  const fetches = kindsOfStep[step].map(
    (kind) => () => fetchRecord(parts, kind, onlyId, { signal, acceptEmpty }),
  );
  return fetchEach(parts, step, fetches, { atOnce: 1, maxFailures: fetches.length });
}

async function syncAdjustments(parts: AccountDataParts): Promise<ResourceOutcome> {
  const ids = parts.store.adjustments.missing();
  return fetchEach(
    parts,
    'adjustments',
    ids.map((id) => () => fetchRecord(parts, 'adjustment', id, { signal: parts.signal })),
    { atOnce: adjustmentsAtOnce, maxFailures: maxRefusedAdjustments },
  );
}

/** Runs fetches, a few at a time; one that fails leaves the others their turn. */
async function fetchEach(
  parts: AccountDataParts,
  resource: SyncRecords,
  fetches: readonly (() => Promise<Written>)[],
  limits: { readonly atOnce: number; readonly maxFailures: number },
): Promise<ResourceOutcome> {
  const failures: Failure[] = [];
  let added = 0;
  let changed = 0;
  let received = 0;
  let isStopped = false;
  const queue = fetches.values();
  parts.onProgress(resource, 0, fetches.length);
  const work = async (): Promise<void> => {
    for (const fetch of queue) {
      try {
        const written = await fetch();
        added += written.added;
        changed += written.changed;
        received += 1;
        parts.onProgress(resource, received, fetches.length);
      } catch (error) {
        const failure = parts.failureOf(error);
        failures.push(failure);
        isStopped ||= endsAll(failure) || failures.length >= limits.maxFailures;
      }
      if (isStopped) return;
    }
  };
  await Promise.all(Array.from({ length: limits.atOnce }, work));
  return {
    ...untouched(parts.store, resource, describeFailures(resource, failures, fetches.length)),
    added,
    changed,
    complete: received === fetches.length,
  };
}

/** One failure for all of a step, with the reason of the first. */
function describeFailures(
  resource: SyncRecords,
  failures: readonly Failure[],
  wanted: number,
): Failure | null {
  const [first] = failures;
  if (!first || wanted === 1) return first ?? null;
  const count = `${String(failures.length)} of ${String(wanted)}`;
  return { ...first, message: `${count} ${resource} could not be fetched. ${first.message}` };
}
