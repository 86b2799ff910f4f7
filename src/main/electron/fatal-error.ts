import type { Log } from '../ports.ts';

/** The app ends after this long even if it cannot be closed. */
const closingMs = 5_000;

/**
 * Ends the app after an error that nothing handles: it is logged and explained, then what is open
 * is closed. Electron itself would go on after an exception and only warn of a rejection.
 *
 * @param parts.explain tells the person; returns when the explanation was read
 * @param parts.close puts away what is open
 * @returns ends the app with an error of your own
 */
export function endOnFatalErrors(parts: {
  log: Pick<Log, 'error'>;
  explain: () => void;
  close: () => Promise<unknown>;
  exit: (code: number) => void;
}): (error: unknown) => void {
  const { log, explain, close, exit } = parts;
  let isEnding = false;
  const end = (error: unknown): void => {
    log.error('fatal', error);
    if (isEnding) return;
    isEnding = true;
    explain();
    const leave = (): void => {
      exit(1);
    };
    setTimeout(leave, closingMs);
    void close().then(leave, (failed: unknown) => {
      log.error('close', failed);
      leave();
    });
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
  return end;
}
