import { fail } from '../../shared/failure.ts';
import type { Store } from '../store/contract.ts';
import { readsOf, type Reads } from './reads.ts';
import { callInPlace, type Remote } from './connect.ts';
import { startWorker, type WorkerHandle } from './worker.ts';

/** Rows never wait for a count, and neither waits for suggestions or facets, which take the longest. */
type Lane = 'rows' | 'counts' | 'suggestions' | 'facets';

function laneOf(name: keyof Reads): Lane {
  if (name === 'filter:complete') return 'suggestions';
  if (name === 'proxies:facets' || name === 'proxies:summary' || name === 'tags:list') {
    return 'facets';
  }
  return name === 'usage:ledger' || /:(list|get)$/.test(name) ? 'rows' : 'counts';
}

/** Handles the window's requests about one cache; failures are those of the store. */
export interface Reader extends Remote<Reads> {
  /** Ends when the reader has closed its files. */
  close(): Promise<void>;
}

/**
 * Creates a reader with a worker per lane, each started by its first request. If a worker
 * dies, its pending requests are rejected and the next request starts a new worker.
 *
 * @param file the built worker; without it requests are handled in this thread
 * @param store is read in this thread; the caller closes it
 */
export function createReader(file: URL | undefined, databaseFile: string, store: Store): Reader {
  if (!file) {
    return { ...callInPlace<Reads>(readsOf(() => store)), close: () => Promise.resolve() };
  }
  const workers = new Map<Lane, WorkerHandle<Reads>>();
  let isClosed = false;
  const workerOf = (lane: Lane): WorkerHandle<Reads> => {
    const present = workers.get(lane);
    if (present) return present;
    const worker = startWorker<Reads>(file, { role: 'read', databaseFile, privateKey: null });
    workers.set(lane, worker);
    void worker.exited.then(() => {
      if (workers.get(lane) === worker) workers.delete(lane);
    });
    return worker;
  };
  return {
    async call(name, args, options) {
      if (isClosed) throw fail('canceled', 'The account has been closed. Nothing was changed.');
      return workerOf(laneOf(name)).call(name, args, options);
    },
    async close() {
      isClosed = true;
      await Promise.all([...workers.values()].map((worker) => worker.close()));
    },
  };
}
