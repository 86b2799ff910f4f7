import type { Log } from '../ports.ts';

/** The app ends after this long even if it cannot be closed. */
const closingMs = 5_000;

/**
 * Ends the app after an unhandled error: the error is logged and explained, then everything is
 * closed. Electron itself would continue after an exception and only warn about a rejection.
 *
 * @param parts.explain shows the explanation; returns when the user has closed it
 * @param parts.close closes everything that is open
 * @returns a function that ends the app with an error
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
