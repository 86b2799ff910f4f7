import type { Log } from '../ports.ts';

/** A page that was shown this long was not broken by being reloaded. */
const healthyMs = 60_000;

/**
 * Brings a page back whose process has died: it is reloaded once; if it dies again soon, the
 * person is asked.
 *
 * @param parts.ask explains, and resolves with true to reload again
 * @returns is to be called with the reason each time the page's process is gone
 */
export function createPageRecovery(parts: {
  log: Pick<Log, 'error'>;
  reload: () => void;
  ask: () => Promise<boolean>;
  quit: () => void;
  monotonicMs: () => number;
}): (reason: string) => void {
  const { log, reload, ask, quit, monotonicMs } = parts;
  let reloadedAtMs = -Infinity;
  const bringBack = (): void => {
    reloadedAtMs = monotonicMs();
    reload();
  };
  return (reason) => {
    if (reason === 'clean-exit') return;
    log.error('page', new Error(`The page's process is gone: ${reason}`));
    if (monotonicMs() - reloadedAtMs > healthyMs) {
      bringBack();
      return;
    }
    void ask().then((isWanted) => {
      if (isWanted) bringBack();
      else quit();
    });
  };
}
