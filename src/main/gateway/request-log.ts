import { setImmediate as nextTurn } from 'node:timers/promises';
import { maxLogMegabytes } from '../../shared/records/gateway-request.ts';
import type { Store } from '../store/index.ts';
import type { RequestBatch } from './request-queue.ts';

const dayMs = 86_400_000;
const maxLogBytes = maxLogMegabytes * 1e6;

/** Removes what the log of an account may no longer have, a part at a time, then adds requests. */
export async function writeRequests(store: Store, batch: RequestBatch, signal: AbortSignal): Promise<void> {
  const days = store.settings.get().gatewayLogDays;
  const nowMs = store.changeLog.steadyNowMs();
  const before = new Date(nowMs - days * dayMs).toISOString();
  while (await store.whenFree(() => store.requestLog.removeSome({ before, maxBytes: maxLogBytes }), signal)) {
    await nextTurn();
    if (signal.aborted) break;
  }
  await store.whenFree(() => {
    store.requestLog.removeOldTotals(nowMs);
  }, signal);
  // Last: the caller counts the batch as lost if this fails.
  await store.whenFree(() => {
    store.requestLog.add(batch.requests, batch.lostCount);
  });
}
