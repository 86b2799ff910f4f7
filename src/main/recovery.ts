import type { FailureError } from '../shared/failure.ts';
import { asFailure, fail } from '../shared/failure.ts';
import { syncResources, type SyncOutcome } from '../shared/sync.ts';
import type { Emit } from './ports.ts';
import type { Call, Handlers } from './ipc/handlers.ts';
import type { Session } from './sessions.ts';

/** What is done about damage that turns up while an offline copy is used. */
export interface Recovery {
  /**
   * Opens the offline copy of an account anew. Damaged files are set aside; where all
   * are whole, and only a value was damaged, the next sync reads every row anew.
   *
   * @returns the failure to show; undefined where it was tried a moment ago, to no avail
   */
  renew(accountId: string): Promise<FailureError | undefined>;
  /** Does a sync; where it meets damage, once more with the renewed copy. */
  sync(accountId: string, run: () => Promise<SyncOutcome>): Promise<SyncOutcome>;
  /** The same handlers: one that meets damage renews the copy, says so, and has it filled. */
  around(handlers: Handlers): Handlers;
}

/** A disk that damages every new file must not be filled with them. */
const renewedAtMostEveryMs = 10 * 60 * 1000;

/**
 * Builds the recovery of one app.
 *
 * @param parts.stop ends what works on the account's copy, and closes it
 * @param parts.refill has a new copy filled
 */
export function createRecovery(parts: {
  readonly session: (accountId: string) => Session;
  /** Whether another process has put other files in the place of those that are open. */
  readonly isReplaced: (accountId: string) => boolean;
  readonly stop: (accountId: string) => Promise<void>;
  /** As of `Sessions`. */
  readonly examine: (accountId: string) => Promise<void> | undefined;
  readonly refill: (accountId: string) => void;
  readonly emit: Emit;
}): Recovery {
  const renewals = new Map<string, Promise<Session>>();
  const renewedAtMs = new Map<string, number>();

  /** Waits where the copy must be read through, and has the window say so to whoever asks meanwhile. */
  const examine = async (accountId: string): Promise<void> => {
    const examination = parts.examine(accountId);
    if (!examination) return;
    parts.emit('copy:examined', { accountId, isOver: false });
    try {
      await examination;
    } finally {
      parts.emit('copy:examined', { accountId, isOver: true });
    }
  };
  const open = async (accountId: string): Promise<Session> => {
    await parts.stop(accountId);
    await examine(accountId);
    const session = parts.session(accountId);
    parts.emit('store:changed', { accountId, resources: syncResources });
    return session;
  };
  /** Once for all that ask at the same time. */
  const openAnew = (accountId: string): Promise<Session> => {
    const underWay = renewals.get(accountId);
    if (underWay) return underWay;
    const renewal = open(accountId).finally(() => renewals.delete(accountId));
    renewals.set(accountId, renewal);
    return renewal;
  };

  const renew: Recovery['renew'] = async (accountId) => {
    const lastMs = renewedAtMs.get(accountId);
    const isUnderWay = renewals.has(accountId);
    if (!isUnderWay && lastMs !== undefined && performance.now() - lastMs < renewedAtMostEveryMs) {
      return undefined;
    }
    renewedAtMs.set(accountId, performance.now());
    const { setAside, store } = await openAnew(accountId);
    if (setAside.length > 0) return fail('database-damaged', describe(setAside));
    if (!isUnderWay) store.syncs.readAnew();
    return fail(
      'database-damaged',
      'A value in the offline copy is damaged. Everything was kept; the next sync reads every row anew.',
    );
  };
  const guard =
    <Args, Reply>(name: string, handle: (args: Args, call?: Call) => Reply | Promise<Reply>) =>
    async (args: Args, call?: Call): Promise<Reply> => {
      const accountId = readAccountId(args);
      if (accountId === undefined || opensNothing.includes(name)) return handle(args, call);
      await examine(accountId);
      if (parts.isReplaced(accountId)) await openAnew(accountId);
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
    async sync(accountId, run) {
      const outcome = await run();
      const problems = Object.values(outcome.resources).map(({ problem }) => problem?.code);
      if (!problems.includes('database-damaged')) return outcome;
      return (await renew(accountId)) ? run() : outcome;
    },
    around: (handlers) =>
      // Each handler stays under its own name; the compiler can't follow that through the union.
      Object.fromEntries(
        Object.entries(handlers).map(([name, handle]) => [name, guard(name, handle as never)]),
      ) as unknown as Handlers,
  };
}

/** Requests that name an account and need nothing of its copy. */
const opensNothing: readonly string[] = ['accounts:select'];

function readAccountId(args: unknown): string | undefined {
  if (typeof args !== 'object' || args === null || !('accountId' in args)) return undefined;
  return typeof args.accountId === 'string' ? args.accountId : undefined;
}

const describe = (setAside: readonly string[]): string =>
  `The offline copy was damaged. It was set aside as ${setAside.join(' and ')}, and a new one takes its place. Sync to fill it.`;
