import type { Log } from '../ports.ts';

/**
 * Ends the app after an unhandled error: the error is logged and explained first. Electron
 * itself would continue after an exception and only warn about a rejection.
 *
 * @param parts.explain shows the explanation; returns when the user has closed it
 * @param parts.end ends the app
 * @returns a function that ends the app with an error
 */
export function endOnFatalErrors(parts: {
  log: Pick<Log, 'error'>;
  explain: () => void;
  end: () => void;
}): (error: unknown) => void {
  const { log, explain, end } = parts;
  let isEnding = false;
  const onError = (error: unknown): void => {
    log.error('fatal', error);
    if (isEnding) return;
    isEnding = true;
    explain();
    end();
  };
  process.on('uncaughtException', onError);
  process.on('unhandledRejection', onError);
  return onError;
}
