/** Writes the requests of a gateway in a thread of its own, as the app does. Its port gets batches, and `count`. */
import { parentPort, workerData } from 'node:worker_threads';
import { writeRequests } from '../../src/main/gateway/request-log.ts';
import type { RequestBatch } from '../../src/main/gateway/request-queue.ts';
import { openStore } from '../../src/main/store/index.ts';
import { readQuery } from '../../src/shared/filter/query.ts';

const store = openStore({ file: String(workerData) });
store.settings.set({ gatewayLogDays: 7 });
const { signal } = new AbortController();
parentPort?.on('message', (message: RequestBatch | 'count') => {
  if (message === 'count') {
    const loggedCount = store.requests.count(readQuery('', 'requests'));
    parentPort?.postMessage({ loggedCount, lostCount: store.requestLog.lostCount() });
  } else void writeRequests(store, message, signal).then(() => parentPort?.postMessage(null));
});
