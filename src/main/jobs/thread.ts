/**
 * The thread of one job: whatever takes seconds is done here, so that the main thread,
 * which draws the window's answers, is never kept waiting. Started by run-in-thread.ts.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { asFailure } from '../../shared/failure.ts';
import { openStore, type Store } from '../store/index.ts';
import { jobs, type JobWatch, type OpenedCopy } from './jobs.ts';
import type { JobThreadMessage, JobThreadStart } from './messages.ts';

const port = parentPort;
if (!port) throw new Error('This module is a thread of the main process.');
// Given by run-in-thread.ts.
const { databaseFile, privateKey, name, args } = workerData as JobThreadStart;
const post = (message: JobThreadMessage): void => {
  port.postMessage(message);
};
const controller = new AbortController();
port.once('message', () => {
  controller.abort();
});
const watch: JobWatch = {
  signal: controller.signal,
  onProgress: (done, total) => {
    post({ kind: 'progress', done, total });
  },
};

try {
  let opened: Store | undefined;
  const copy: OpenedCopy = {
    databaseFile,
    get store() {
      if (opened) return opened;
      opened = openStore({ file: databaseFile, isSecond: true });
      if (privateKey !== null) opened.unlock(privateKey);
      return opened;
    },
  };
  try {
    // Name and arguments were put together where they came from; here they stay together.
    const job = jobs[name] as (copy: OpenedCopy, args: unknown, watch: JobWatch) => unknown;
    post({ kind: 'done', result: await job(copy, args, watch) });
  } finally {
    opened?.close();
  }
} catch (error) {
  post({ kind: 'failed', failure: asFailure(error) });
}
port.close();
