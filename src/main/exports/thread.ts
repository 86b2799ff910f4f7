/**
 * The thread of an export: reads, encodes and writes, so that the main thread, which
 * draws the window's answers, is never kept waiting. Started by save-in-thread.ts.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { asFailure } from '../../shared/failure.ts';
import { openStore } from '../store/index.ts';
import { saveExport } from './save.ts';
import type { ExportThreadMessage, ExportThreadStart } from './thread-messages.ts';

const port = parentPort;
if (!port) throw new Error('This module is a thread of the main process.');
// Given by save-in-thread.ts.
const { databaseFile, privateKey, choices, path } = workerData as ExportThreadStart;
const post = (message: ExportThreadMessage): void => {
  port.postMessage(message);
};
const controller = new AbortController();
port.once('message', () => {
  controller.abort();
});

try {
  const store = openStore({ file: databaseFile, isSecond: true });
  try {
    store.unlock(privateKey);
    const counts = await saveExport(store, {
      choices,
      path,
      signal: controller.signal,
      onProgress: (writtenCount) => {
        post({ kind: 'progress', writtenCount });
      },
    });
    post({ kind: 'done', counts });
  } finally {
    store.close();
  }
} catch (error) {
  post({ kind: 'failed', failure: asFailure(error) });
}
port.close();
