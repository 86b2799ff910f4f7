import { fail } from '../../shared/failure.ts';
import { isEdit, isNear, isRead, readsPasswords, threadOf, type CacheCalls } from './functions.ts';
import { startThread, type PoolThread, type Remote, type ThreadHandle } from './rpc.ts';

/** Closing waits so long for edits. */
const patienceMs = 5_000;

/** After the first page is painted. */
const prepareAfterMs = 50;

interface Thread extends ThreadHandle<CacheCalls> {
  callCount: number;
  /** Kept while the account is open, for its memory. */
  isKept: boolean;
  idleTimer?: NodeJS.Timeout;
}

/** Calls one cache's functions. */
export interface ThreadPool extends Remote<CacheCalls> {
  /** Ends idle readers; the next call restarts them. */
  release(): void;
  /** Aborts exports, finishes received edits, closes the files. */
  close(): Promise<void>;
}

/**
 * Creates a cache's threads, each at its first call, or after it died.
 *
 * @param parts.unlock key for functions that read passwords
 * @param parts.idleMs ends threads other than those of reads and edits
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
  /** For calls that outlive the start of closing. */
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
    const threadName = threadOf(name, args);
    const thread = threads.get(threadName) ?? start(threadName);
    clearTimeout(thread.idleTimer);
    thread.isKept ||= !['jobs', 'tests'].includes(threadName) || isEdit(name);
    thread.callCount += 1;
    try {
      if (key !== undefined) await thread.call('keys:unlock', key);
      return await thread.call(name, args, options);
    } finally {
      thread.callCount -= 1;
      if (!thread.isKept && thread.callCount === 0) {
        thread.idleTimer = setTimeout(() => {
          end(threadName, thread);
        }, idleMs).unref();
      }
    }
  };
  /** Sorts all proxies once the first page of an order is painted. */
  const prepareOrder = (shown: CacheCalls['list:rows']['args']): void => {
    const { list, sort } = shown;
    if (list !== 'proxies' || sort.length === 0 || !isNear(shown)) return;
    setTimeout(() => {
      // The page that needs the order reports failures.
      if (!closing.signal.aborted) void track(call('list:prepare', { sort })).catch(() => undefined);
    }, prepareAfterMs).unref();
  };
  return {
    async call(name, args, options = {}) {
      if (closing.signal.aborted) {
        throw fail('canceled', 'The account has been closed. Nothing was changed.');
      }
      const signals = options.signal ? [options.signal] : [];
      signals.push(isRead(name) || isEdit(name) ? patience.signal : closing.signal);
      const all = { ...options, signal: AbortSignal.any(signals) };
      const reply = await track(call(name, args, all));
      // The compiler can't follow the name.
      if (name === 'list:rows') prepareOrder(args as CacheCalls['list:rows']['args']);
      return reply;
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
