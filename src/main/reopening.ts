import type { Session } from './accounts/sessions.ts';
import type { Emit } from './ports.ts';

export type Reopening = ReturnType<typeof createReopening>;

/**
 * Closes accounts and opens them again, which moves damaged files aside. Damage that is met while an account is open
 * is only reported.
 *
 * @param parts.close ends the work on an account and closes its session
 */
export function createReopening(parts: {
  readonly session: (accountId: string) => Session;
  /** Whether another process has replaced the files that are open. */
  readonly isReplaced: (accountId: string) => boolean;
  readonly close: (accountId: string) => Promise<void>;
  readonly emit: Emit;
}) {
  const running = new Map<string, Promise<Session>>();

  /** Concurrent callers share one session. */
  const reopen = (accountId: string): Promise<Session> => {
    const known = running.get(accountId);
    if (known) return known;
    const reopening = parts
      .close(accountId)
      .then(() => parts.session(accountId))
      .finally(() => {
        running.delete(accountId);
        parts.emit('store:changed', { accountId });
      });
    running.set(accountId, reopening);
    return reopening;
  };
  return {
    /** Opens an account again if another process has replaced its files. */
    async ifReplaced(accountId: string): Promise<void> {
      if (parts.isReplaced(accountId)) await reopen(accountId);
    },
    /**
     * Opens an account again in which damage was met. If no file is damaged, only a value was: the next
     * sync then reads every row again.
     *
     * @returns what was done, as sentences
     */
    async repair(accountId: string): Promise<string> {
      const { setAside, store } = await reopen(accountId);
      if (setAside.length > 0) {
        return `The cache was damaged. The damaged data was moved to ${setAside.join(' and ')}. Sync to fill the new cache.`;
      }
      store.syncs.forgetComparisons();
      return 'A value in the cache is damaged. Nothing was removed. The next sync fetches every row again.';
    },
  };
}
