import { infoOf, type Failure } from '../../shared/failure.ts';
import { isMainList, type ResourceOutcome, type SyncRecords, type SyncResource } from '../../shared/sync.ts';
import type { Store } from '../store/index.ts';
import type { Written } from '../store/types.ts';
import { onlyId, recordKindsWith, type RecordKind } from '../../shared/operations.ts';
import { fetchRecord, type FetchParts } from './fetch-record.ts';

interface AccountDataParts extends FetchParts {
  readonly signal: AbortSignal;
  readonly acceptEmpty: boolean;
  readonly failureOf: (error: unknown) => Failure;
  readonly onProgress: (resource: SyncResource, received: number, expected: number | null) => void;
}

/** Adjustments come from the ledger instead. */
const kindsOfStep = (step: SyncResource): readonly RecordKind[] => recordKindsWith((row) => row.step === step);

/** The client may allow fewer. */
const adjustmentsAtOnce = 4;
/** Then this run requests no more. */
const maxRefusedAdjustments = 10;

/** Whether all other resources would fail, too. */
export function endsSync(resource: SyncResource, { code }: Failure): boolean {
  const { ends = [] } = infoOf(code);
  return ends.includes('sync') || (ends.includes('main-lists') && isMainList(resource));
}

export function countKept(store: Store, resource: SyncResource): number {
  return resource === 'summaries' || resource === 'customer' || resource === 'catalog'
    ? store.cachedRecords.count(kindsOfStep(resource))
    : store.syncs.countRows(resource);
}

/** Of a resource not requested, or failed. */
export function untouched(store: Store, resource: SyncResource, problem: Failure | null): ResourceOutcome {
  let total = 0;
  try {
    total = countKept(store, resource);
  } catch {
    // The next request reports it.
  }
  return { total, added: 0, changed: 0, removed: 0, complete: false, withoutId: 0, problem };
}

/**
 * Fetches the records of a step; a failure leaves others and the cache alone.
 *
 * @throws FailureError of the store
 */
export async function syncRecords(parts: AccountDataParts, step: SyncRecords): Promise<ResourceOutcome> {
  const { store, signal, acceptEmpty } = parts;
  if (step !== 'adjustments') {
    const fetches = kindsOfStep(step).map((kind) => () => fetchRecord(parts, kind, onlyId, { signal, acceptEmpty }));
    return fetchEach(parts, step, fetches, { atOnce: 1, maxFailures: fetches.length });
  }
  const fetches = store.adjustments
    .missing()
    .map((id) => () => fetchRecord(parts, 'service_adjustment', id, { signal }));
  const limits = { atOnce: adjustmentsAtOnce, maxFailures: maxRefusedAdjustments };
  return fetchEach(parts, step, fetches, limits);
}

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
        isStopped ||= endsSync(resource, failure) || failures.length >= limits.maxFailures;
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

/** Describes all failures of a resource by the first; null: none. */
function describeFailures(resource: SyncRecords, failures: readonly Failure[], wanted: number): Failure | null {
  const [first] = failures;
  if (!first || wanted === 1) return first ?? null;
  const count = `${String(failures.length)} of ${String(wanted)}`;
  return { ...first, message: `${count} ${resource} could not be fetched. ${first.message}` };
}
