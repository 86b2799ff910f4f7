import type { Log } from '../ports.ts';

/** If a page works for this long, the reload has solved the problem. */
const healthyMs = 60_000;

/**
 * Restores a page whose process has crashed: it is reloaded once; if it crashes again soon, the
 * user is asked.
 *
 * @param parts.ask explains, and resolves with true to reload again
 * @returns call it with the reason each time the page's process has crashed
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
