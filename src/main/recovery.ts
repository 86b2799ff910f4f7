import type { FailureError } from '../shared/failure.ts';
import { asFailure, fail } from '../shared/failure.ts';
import { syncResources, type SyncOutcome } from '../shared/sync.ts';
import type { Emit } from './ports.ts';
import type { Call, Handlers } from './ipc/handlers.ts';
import type { Session } from './accounts/sessions.ts';

/** Limits the number of new files on a disk that damages every one of them. */
const renewedAtMostEveryMs = 10 * 60 * 1000;

/**
 * Handles damage that is found while an account's files are open.
 *
 * @param parts.stop ends the work on an account and closes its session
 * @param parts.refill starts a sync
 */
export function createRecovery(parts: {
  readonly session: (accountId: string) => Session;
  /** Whether another process has replaced the files that are open. */
  readonly isReplaced: (accountId: string) => boolean;
  readonly stop: (accountId: string) => Promise<void>;
  readonly refill: (accountId: string) => void;
  readonly emit: Emit;
}) {
  const renewals = new Map<string, Promise<Session>>();
  const renewedAtMs = new Map<string, number>();

  /** Concurrent callers share one renewal. */
  const openAgain = (accountId: string): Promise<Session> => {
    const running = renewals.get(accountId);
    if (running) return running;
    const renewal = parts
      .stop(accountId)
      .then(() => {
        const session = parts.session(accountId);
        parts.emit('store:changed', { accountId, resources: syncResources });
        return session;
      })
      .finally(() => renewals.delete(accountId));
    renewals.set(accountId, renewal);
    return renewal;
  };

  /**
   * Closes the account and opens it again, which moves damaged files aside. If no file is
   * damaged, only a value was: the next sync then reads every row again.
   *
   * @returns the failure to show; undefined if this was tried recently
   */
  const renew = async (accountId: string): Promise<FailureError | undefined> => {
    const lastMs = renewedAtMs.get(accountId);
    const isRunning = renewals.has(accountId);
    if (!isRunning && lastMs !== undefined && performance.now() - lastMs < renewedAtMostEveryMs) {
      return undefined;
    }
    renewedAtMs.set(accountId, performance.now());
    const { setAside, store } = await openAgain(accountId);
    if (setAside.length > 0) return fail('database-damaged', describe(setAside));
    if (!isRunning) store.syncs.forgetHashes();
    return fail(
      'database-damaged',
      'A value in the cache is damaged. Nothing was removed. The next sync fetches every row again.',
    );
  };
  const guard =
    <Args, Reply>(handle: (args: Args, call?: Call) => Reply | Promise<Reply>) =>
    async (args: Args, call?: Call): Promise<Reply> => {
      const accountId = readAccountId(args);
      if (accountId === undefined) return handle(args, call);
      // A request must not open the files that a renewal is about to close.
      if (renewals.has(accountId) || parts.isReplaced(accountId)) await openAgain(accountId);
      try {
        return await handle(args, call);
      } catch (error) {
        if (asFailure(error).code !== 'database-damaged') throw error;
        const failure = await renew(accountId);
        if (failure) parts.refill(accountId);
        throw failure ?? error;
      }
    };
  return {
    renew,
    /** Runs a sync; if it finds damage, runs it again with the renewed files. */
    async sync(accountId: string, run: () => Promise<SyncOutcome>): Promise<SyncOutcome> {
      if (renewals.has(accountId)) await openAgain(accountId);
      try {
        const outcome = await run();
        const problems = Object.values(outcome.resources).map(({ problem }) => problem?.code);
        if (!problems.includes('database-damaged') || !(await renew(accountId))) return outcome;
      } catch (error) {
        if (asFailure(error).code !== 'database-damaged' || !(await renew(accountId))) throw error;
      }
      return run();
    },
    /** Wraps handlers: one that finds damage renews the files, reports it and starts a sync. */
    around: (handlers: Handlers): Handlers =>
      // Each handler keeps its name; the compiler can't follow that through the union.
      Object.fromEntries(
        Object.entries(handlers).map(([name, handle]) => [name, guard(handle as never)]),
      ) as unknown as Handlers,
  };
}

function readAccountId(args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null || !('accountId' in args)) return undefined;
  return typeof args.accountId === 'string' ? args.accountId : undefined;
}

const describe = (setAside: readonly string[]): string =>
  `The cache was damaged. The damaged data was moved to ${setAside.join(' and ')}. Sync to fill the new cache.`;
