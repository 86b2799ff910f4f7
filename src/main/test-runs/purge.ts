import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '../store/index.ts';

const dayMs = 86_400_000;

export interface HistoryLimits {
  /** 0: no limit. */
  readonly testHistoryDays: number;
  readonly testHistoryMegabytes: number;
}

/**
 * Deletes a run in parts, so that others can write.
 *
 * @throws FailureError `not-found`; `invalid-input` for a running one
 */
export async function deleteTestRun(store: Store, testRunId: number, signal: AbortSignal): Promise<void> {
  while (await store.whenFree(() => store.testRuns.removePart(testRunId), signal)) {
    await nextTurn();
    if (signal.aborted) return;
  }
}

/** Removes runs beyond the limits in parts, so that others can write. */
export async function purgeTestRuns(
  store: Store,
  { testHistoryDays, testHistoryMegabytes }: HistoryLimits,
  signal: AbortSignal,
): Promise<void> {
  const before =
    testHistoryDays === 0 ? '' : new Date(store.changeLog.steadyNowMs() - testHistoryDays * dayMs).toISOString();
  const limits = { before, maxBytes: testHistoryMegabytes * 1e6 };
  while (await store.whenFree(() => store.testRuns.purgeSome(limits), signal)) {
    await nextTurn();
    if (signal.aborted) return;
  }
}
