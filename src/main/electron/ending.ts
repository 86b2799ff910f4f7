import type { Log } from '../ports.ts';

/** The app ends after this long even if it cannot be closed. */
const closingMs = 10_000;

/**
 * Ends the app once everything is closed, or at the latest after ten seconds.
 *
 * @param parts.close closes everything that is open
 * @param parts.isHeldUp whether a call of the system is unanswered: a normal exit would wait for its thread for ever
 * @param parts.exit ends the app normally
 * @param parts.kill ends the process at once, without closing anything
 * @param parts.relaunch starts the app again when this process has ended
 */
export function createEnding(parts: {
  log: Pick<Log, 'info' | 'error'>;
  close: () => Promise<unknown>;
  isHeldUp: () => boolean;
  exit: (code: number) => void;
  kill: () => void;
  relaunch: () => void;
}) {
  const { log, close, isHeldUp, exit, kill, relaunch } = parts;
  let hasBegun = false;
  let isWantedAgain = false;
  const closed = async (): Promise<boolean> => {
    let timer: NodeJS.Timeout | undefined;
    const deadline = new Promise<false>((settle) => {
      timer = setTimeout(settle, closingMs, false);
    });
    const closing = close().then(
      () => true,
      (error: unknown) => {
        log.error('close', error);
        return true;
      },
    );
    try {
      return await Promise.race([closing, deadline]);
    } finally {
      clearTimeout(timer);
    }
  };
  const end = async (code: number): Promise<void> => {
    const isClosed = await closed();
    if (isWantedAgain) relaunch();
    if (isClosed && !isHeldUp()) {
      exit(code);
      return;
    }
    log.info('ended without waiting', { isClosed });
    kill();
  };
  return {
    /** Ends the app with an exit code; only the first call counts. */
    begin(code: number): void {
      if (hasBegun) return;
      hasBegun = true;
      // In a later turn, so that edits arrive that the window sent last, and Electron has finished its own events.
      setImmediate(() => void end(code));
    },
    get hasBegun(): boolean {
      return hasBegun;
    },
    /** Whether the app starts again afterwards, because the user wants it or started it while it was ending. */
    startAgain(isWanted = true): void {
      isWantedAgain = isWanted;
    },
  };
}
