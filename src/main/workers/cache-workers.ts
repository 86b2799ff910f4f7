import { fail } from '../../shared/failure.ts';
import type { Store } from '../store/contract.ts';
import { callInPlace, type Remote } from './connect.ts';
import { jobsOf, needsPasswords, type Jobs } from './jobs.ts';
import { readNames, readsOf, type Reads } from './reads.ts';
import { startWorker, type WorkerHandle } from './worker.ts';

/** What workers do on a cache. */
type CacheCalls = Reads & Jobs;

/**
 * Each lane has a worker: rows never wait for a count, neither waits for facets, which take the
 * longest, and an edit does not wait for an export. Suggestions take turns with counts: one more
 * scan at a time would make rows late.
 */
type Lane = 'rows' | 'counts' | 'facets' | 'edits' | 'exports';

const isRead = (name: string): boolean => readNames.some((read) => read === name);

function laneOf(name: keyof CacheCalls): Lane {
  if (!isRead(name)) return /^(tags|notes|edits|keys):/.test(name) ? 'edits' : 'exports';
  if (name === 'proxies:facets' || name === 'proxies:summary' || name === 'tags:list') {
    return 'facets';
  }
  return name === 'usage:ledger' || /:(list|get)$/.test(name) ? 'rows' : 'counts';
}

interface LaneWorker extends WorkerHandle<CacheCalls> {
  callCount: number;
  idleTimer?: NodeJS.Timeout;
}

/** Reads and changes one cache; failures are those of the functions. */
export interface CacheWorkers extends Remote<CacheCalls> {
  /** Aborts edits and exports, and ends when everything has ended and the files are closed. */
  close(): Promise<void>;
}

/**
 * Creates the workers of a cache, each started by the first call of its lane. If a worker dies,
 * its pending calls are rejected and the next call starts a new worker.
 *
 * @param parts.file the built worker; without it functions run in this thread
 * @param parts.store is used in this thread; the caller closes it
 * @param parts.unlock unlocks the passwords of the store and gives the key; called for jobs that read passwords
 * @param parts.idleMs a worker that edited or exported ends after this time without a call
 */
export function createCacheWorkers(parts: {
  readonly file: URL | undefined;
  readonly databaseFile: string;
  readonly store: Store;
  readonly unlock: () => Promise<string>;
  readonly idleMs?: number;
}): CacheWorkers {
  const { file, databaseFile, store, unlock, idleMs = 30_000 } = parts;
  const inPlace = callInPlace<CacheCalls>({ ...readsOf(() => store), ...jobsOf(() => store) });
  const workers = new Map<Lane, LaneWorker>();
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();

  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  const forget = (lane: Lane, worker: LaneWorker): void => {
    if (workers.get(lane) === worker) workers.delete(lane);
  };
  const start = (built: URL, lane: Lane, role: 'read' | 'job'): LaneWorker => {
    const worker = { ...startWorker<CacheCalls>(built, { role, databaseFile }), callCount: 0 };
    workers.set(lane, worker);
    void worker.exited.then(() => {
      forget(lane, worker);
    });
    return worker;
  };
  const call: Remote<CacheCalls>['call'] = async (name, args, options) => {
    const key = needsPasswords(name) ? await unlock() : undefined;
    if (!file) return inPlace.call(name, args, options);
    const lane = laneOf(name);
    const role = isRead(name) ? 'read' : 'job';
    const worker = workers.get(lane) ?? start(file, lane, role);
    clearTimeout(worker.idleTimer);
    worker.callCount += 1;
    try {
      if (key !== undefined) await worker.call('keys:unlock', key);
      return await worker.call(name, args, options);
    } finally {
      worker.callCount -= 1;
      if (role === 'job' && worker.callCount === 0) {
        worker.idleTimer = setTimeout(() => {
          forget(lane, worker);
          void track(worker.close());
        }, idleMs).unref();
      }
    }
  };
  return {
    async call(name, args, options = {}) {
      if (closing.signal.aborted) {
        throw fail('canceled', 'The account has been closed. Nothing was changed.');
      }
      const given = options.signal ? [options.signal] : [];
      const signal = isRead(name) ? options.signal : AbortSignal.any([closing.signal, ...given]);
      return track(call(name, args, { ...options, signal }));
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      await Promise.all([...workers.values()].map((worker) => worker.close()));
    },
  };
}
