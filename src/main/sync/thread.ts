/**
 * The thread of a sync: parses, compares and writes, so that the main thread, which
 * draws the window's answers, is never kept waiting. Started by run-in-thread.ts.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { asFailure } from '../../shared/failure.ts';
import { openStore } from '../store/index.ts';
import { runSync } from './run.ts';
import { createThreadClient } from './thread-client.ts';
import type { SyncThreadStart, ThreadMessage } from './thread-messages.ts';

const port = parentPort;
if (!port) throw new Error('This module is a thread of the main process.');
// Given by run-in-thread.ts.
const { databaseFile, privateKey, acceptEmpty, only } = workerData as SyncThreadStart;
const post = (message: ThreadMessage): void => {
  port.postMessage(message);
};

try {
  const store = openStore({ file: databaseFile, isSecond: true });
  try {
    store.unlock(privateKey);
    const outcome = await runSync({
      client: createThreadClient(port),
      store,
      // A cancelled run ends through its requests: the main thread refuses the next.
      signal: new AbortController().signal,
      acceptEmpty,
      only,
      onProgress: (resource, received, expected) => {
        post({ kind: 'progress', resource, received, expected });
      },
    });
    post({ kind: 'done', outcome });
  } finally {
    store.close();
  }
} catch (error) {
  post({ kind: 'failed', failure: asFailure(error) });
}
port.close();
