import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { asFailure, fail, FailureError, type Result } from '../../shared/failure.ts';
import {
  makeTakenBack,
  noteWanted,
  type ReadingOrder,
  type ReadingReply,
  type ReadingThreadStart,
} from './messages.ts';
import type { Reader } from './reader.ts';
import type { ReadName } from './reads.ts';

/** Rows never wait for a count, and neither for facets, which take the longest. */
type Lane = 'rows' | 'counts' | 'facets';

const laneOf: { readonly [K in ReadName]: Lane } = {
  'proxies:list': 'rows',
  'services:list': 'rows',
  'users:list': 'rows',
  'usage:ledger': 'rows',
  'proxies:count': 'counts',
  'services:count': 'counts',
  'users:count': 'counts',
  'usage:ledger-count': 'counts',
  'filter:complete': 'counts',
  'proxies:still-found': 'counts',
  'services:still-found': 'counts',
  'annotations:of': 'counts',
  'proxies:facets': 'facets',
  'tags:list': 'facets',
};

interface Thread {
  readonly worker: Worker;
  readonly ask: (name: ReadName, args: unknown, signal?: AbortSignal) => Promise<unknown>;
}

/**
 * Makes a reader that answers in threads of its own, one a lane, each started when it
 * is first asked. One that dies fails what it was asked, and the next question starts
 * another.
 *
 * @param threadFile the module thread.ts, as built
 */
export function createThreadReader(threadFile: URL, databaseFile: string): Reader {
  const threads = new Map<Lane, Thread>();
  let isClosed = false;
  const threadOf = (lane: Lane): Thread => {
    const known = threads.get(lane);
    if (known) return known;
    const thread = startThread(threadFile, databaseFile, lane);
    threads.set(lane, thread);
    thread.worker.once('exit', () => {
      if (threads.get(lane) === thread) threads.delete(lane);
    });
    return thread;
  };
  return {
    async ask(name, args, signal) {
      if (isClosed) throw fail('cancelled', 'The account has been closed. Nothing was changed.');
      // The thread answers a name with the reply of that name.
      return (await threadOf(laneOf[name]).ask(name, args, signal)) as never;
    },
    async close() {
      isClosed = true;
      await Promise.all(
        [...threads.values()].map(async ({ worker }) => {
          worker.postMessage({ kind: 'close' } satisfies ReadingOrder);
          await once(worker, 'exit').catch(() => undefined);
        }),
      );
    },
  };
}

function startThread(threadFile: URL, databaseFile: string, lane: Lane): Thread {
  const takenBack = makeTakenBack();
  const workerData: ReadingThreadStart = { databaseFile, takenBack };
  const worker = new Worker(threadFile, { workerData, name: lane });
  const waiting = new Map<number, (result: Result<unknown>) => void>();
  let calls = 0;
  const endAll = (error: unknown): void => {
    const failure = asFailure(error);
    for (const end of waiting.values()) end({ ok: false, failure });
    waiting.clear();
  };
  worker.on('message', ({ call, result }: ReadingReply) => {
    waiting.get(call)?.(result);
    waiting.delete(call);
  });
  worker.once('error', endAll);
  worker.once('exit', () => {
    endAll(fail('cancelled', 'The account has been closed. Nothing was changed.'));
  });
  return {
    worker,
    async ask(name, args, signal) {
      const call = (calls += 1);
      noteWanted(takenBack, call, signal?.aborted !== true);
      const takeBack = (): void => {
        noteWanted(takenBack, call, false);
      };
      signal?.addEventListener('abort', takeBack, { once: true });
      const { promise, resolve } = Promise.withResolvers<Result<unknown>>();
      waiting.set(call, resolve);
      worker.postMessage({ kind: 'read', call, name, args } satisfies ReadingOrder);
      const result = await promise;
      signal?.removeEventListener('abort', takeBack);
      if (result.ok) return result.value;
      throw new FailureError(result.failure);
    },
  };
}
