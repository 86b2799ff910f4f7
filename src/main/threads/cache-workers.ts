import { fail } from '../../shared/failure.ts';
import type { CallOptions, Remote } from './connect.ts';
import { laneOf, lanes, type CacheCalls, type LaneName } from './lanes.ts';
import { startWorker, type WorkerHandle } from './worker.ts';

/** How long closing waits for edits, so that the app still ends in time. */
const patienceMs = 5_000;

/** The count and the facets of a list in a new order come first. */
const prepareAfterMs = 300;

interface LaneWorker extends WorkerHandle<CacheCalls> {
  callCount: number;
  hasAnswered: boolean;
  idleTimer?: NodeJS.Timeout;
}

/** Reads and changes one cache; failures are those of the functions. */
export interface CacheWorkers extends Remote<CacheCalls> {
  /** Aborts exports, finishes the edits that it received, and ends when the files are closed. */
  close(): Promise<void>;
}

/**
 * Creates the workers of a cache, each started by a call of its lane. If a worker dies,
 * its pending calls are rejected and the next call starts a new worker.
 *
 * @param parts.file the built worker
 * @param parts.unlock unlocks the passwords of the store and gives the key; called for jobs that read passwords
 * @param parts.idleMs a worker that edited or exported ends after this time without a call
 */
export function createCacheWorkers(parts: {
  readonly file: URL;
  readonly databaseFile: string;
  readonly unlock: () => Promise<string>;
  readonly idleMs?: number;
}): CacheWorkers {
  const { file, databaseFile, unlock, idleMs = 30_000 } = parts;
  const workers = new Map<LaneName, LaneWorker>();
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();
  /** Ends calls that may continue after closing has begun, such as an edit that still waits for a lock. */
  const patience = new AbortController();

  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  const forget = (lane: LaneName, worker: LaneWorker): void => {
    if (workers.get(lane) === worker) workers.delete(lane);
  };
  const start = (lane: LaneName): LaneWorker => {
    const { role } = lanes[lane];
    const worker = {
      ...startWorker<CacheCalls>(file, { role, databaseFile }),
      callCount: 0,
      hasAnswered: false,
    };
    workers.set(lane, worker);
    void worker.exited.then(() => {
      forget(lane, worker);
    });
    return worker;
  };
  /** The only thread that reads, while it is loaded: it answers what a start asks for before a second one could. */
  const firstReader = (): LaneWorker | undefined => {
    const readers = [...workers].filter(([lane]) => lanes[lane].role === 'read');
    return readers.some(([, { hasAnswered }]) => hasAnswered) ? undefined : readers[0]?.[1];
  };
  const call: Remote<CacheCalls>['call'] = async (name, args, options) => {
    const lane = laneOf(name);
    const { role, needsKey } = lanes[lane];
    const key = needsKey ? await unlock() : undefined;
    const worker =
      workers.get(lane) ?? (role === 'read' ? firstReader() : undefined) ?? start(lane);
    clearTimeout(worker.idleTimer);
    worker.callCount += 1;
    try {
      if (key !== undefined) await worker.call('keys:unlock', key);
      return await worker.call(name, args, options);
    } finally {
      worker.hasAnswered = true;
      worker.callCount -= 1;
      if (role === 'job' && worker.callCount === 0) {
        worker.idleTimer = setTimeout(() => {
          forget(lane, worker);
          void track(worker.close());
        }, idleMs).unref();
      }
    }
  };
  /** Rows come from the thread that reads only pages, unless it is not sure to find them quickly. */
  const callRows = async (
    args: CacheCalls['list:rows']['args'],
    options: CallOptions,
  ): Promise<CacheCalls['list:rows']['reply']> => {
    const { list, sort } = args;
    const near = await call('list:near', args, options);
    if (near === undefined) return call('list:rows', args, options);
    if (list === 'proxies' && sort.length > 0) {
      setTimeout(() => {
        // Only the page that needs the order has to know of a failure.
        if (!closing.signal.aborted)
          void track(call('list:prepare', { sort })).catch(() => undefined);
      }, prepareAfterMs).unref();
    }
    return near;
  };
  return {
    async call(name, args, options = {}) {
      if (closing.signal.aborted) {
        throw fail('canceled', 'The account has been closed. Nothing was changed.');
      }
      const signals = options.signal ? [options.signal] : [];
      signals.push(lanes[laneOf(name)].endsOnClose ? closing.signal : patience.signal);
      const all = { ...options, signal: AbortSignal.any(signals) };
      if (name !== 'list:rows') return track(call(name, args, all));
      // The arguments and the reply are those of the name; the compiler can't follow it.
      return track(callRows(args as CacheCalls['list:rows']['args'], all));
    },
    async close() {
      closing.abort();
      const timer = setTimeout(() => {
        patience.abort();
      }, patienceMs);
      await Promise.allSettled(running);
      clearTimeout(timer);
      await Promise.all([...workers.values()].map((worker) => worker.close()));
    },
  };
}
