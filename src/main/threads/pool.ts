import { fail } from '../../shared/failure.ts';
import { isEdit, isRead, readsPasswords, threadOf, type CacheCalls } from './functions.ts';
import { startThread, type CallOptions, type PoolThread, type Remote, type ThreadHandle } from './rpc.ts';

/** How long closing waits for edits, so that the app still ends in time. */
const patienceMs = 5_000;

/** The first page is painted before its order is computed for the pages below. */
const prepareAfterMs = 50;

interface Thread extends ThreadHandle<CacheCalls> {
  callCount: number;
  /** What it holds in memory is needed as long as the account is open. */
  isKept: boolean;
  idleTimer?: NodeJS.Timeout;
}

/** Reads and changes one cache; failures are those of the functions. */
export interface ThreadPool extends Remote<CacheCalls> {
  /**
   * Ends the threads that read as soon as they have nothing to do: what they hold in memory answers a window quickly. The next
   * call starts them again.
   */
  release(): void;
  /** Aborts exports, finishes the edits that it received, and ends when the files are closed. */
  close(): Promise<void>;
}

/**
 * Creates the threads of a cache, each started by its first call. If one dies,
 * its pending calls are rejected and the next call starts a new one.
 *
 * @param parts.file the built worker
 * @param parts.unlock unlocks the passwords of the store and gives the key; called for functions that read passwords
 * @param parts.idleMs a thread that neither reads nor has edited ends after this time without a call
 */
export function createThreadPool(parts: {
  readonly file: URL;
  readonly databaseFile: string;
  readonly unlock: () => Promise<string>;
  readonly idleMs?: number;
}): ThreadPool {
  const { file, databaseFile, unlock, idleMs = 30_000 } = parts;
  const threads = new Map<PoolThread, Thread>();
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();
  /** Ends calls that may continue after closing has begun, such as an edit that still waits for a lock. */
  const patience = new AbortController();

  const track = <T>(work: Promise<T>): Promise<T> => {
    running.add(work);
    return work.finally(() => running.delete(work));
  };
  const forget = (name: PoolThread, thread: Thread): void => {
    if (threads.get(name) === thread) threads.delete(name);
  };
  const start = (name: PoolThread): Thread => {
    const thread = {
      ...startThread<CacheCalls>(file, { thread: name, databaseFile }),
      callCount: 0,
      isKept: false,
    };
    threads.set(name, thread);
    void thread.exited.then(() => {
      forget(name, thread);
    });
    return thread;
  };
  const end = (name: PoolThread, thread: Thread): void => {
    forget(name, thread);
    void track(thread.close());
  };
  const call: Remote<CacheCalls>['call'] = async (name, args, options) => {
    const key = readsPasswords(name) ? await unlock() : undefined;
    const thread = threads.get(threadOf(name)) ?? start(threadOf(name));
    clearTimeout(thread.idleTimer);
    thread.isKept ||= !['jobs', 'tests'].includes(threadOf(name)) || isEdit(name);
    thread.callCount += 1;
    try {
      if (key !== undefined) await thread.call('keys:unlock', key);
      return await thread.call(name, args, options);
    } finally {
      thread.callCount -= 1;
      if (!thread.isKept && thread.callCount === 0) {
        thread.idleTimer = setTimeout(() => {
          end(threadOf(name), thread);
        }, idleMs).unref();
      }
    }
  };
  /** Pages near the beginning of a list come from thread `read`; filtered proxies need a mask, which thread `query` has. */
  const callRows = async (
    args: CacheCalls['list:rows']['args'],
    options: CallOptions,
  ): Promise<CacheCalls['list:rows']['reply']> => {
    const { list, sort, where } = args;
    if (list === 'proxies' && where.trim() !== '') return call('list:rows', args, options);
    const near = await call('list:near', args, options);
    if (near === undefined) return call('list:rows', args, options);
    if (list === 'proxies' && sort.length > 0) {
      setTimeout(() => {
        // Only the page that needs the order has to know of a failure.
        if (!closing.signal.aborted) void track(call('list:prepare', { sort })).catch(() => undefined);
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
      signals.push(isRead(name) || isEdit(name) ? patience.signal : closing.signal);
      const all = { ...options, signal: AbortSignal.any(signals) };
      if (name !== 'list:rows') return track(call(name, args, all));
      // The arguments and the reply are those of the name; the compiler can't follow it.
      return track(callRows(args as CacheCalls['list:rows']['args'], all));
    },
    release() {
      for (const [name, thread] of threads) {
        if (name !== 'read' && name !== 'query') continue;
        thread.isKept = false;
        if (thread.callCount === 0) end(name, thread);
      }
    },
    async close() {
      closing.abort();
      const timer = setTimeout(() => {
        patience.abort();
      }, patienceMs);
      await Promise.allSettled(running);
      clearTimeout(timer);
      await Promise.all([...threads.values()].map((thread) => thread.close()));
    },
  };
}
