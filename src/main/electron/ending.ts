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

/** How the user answers when the app is to quit while it works. */
export type QuitAnswer = 'when-finished' | 'now' | 'stay';

/** While the app waits for its work, it looks this often whether any is left. */
const checkMs = 500;

/**
 * Asks before the app quits in the middle of work that its end would interrupt.
 *
 * @param parts.runningWork the work in progress, each as a phrase for people
 * @param parts.ask asks what to do about this work
 * @param parts.quit quits the app, which calls `check` again
 */
export function createQuitting(parts: {
  runningWork: () => readonly string[];
  ask: (work: readonly string[]) => Promise<QuitAnswer>;
  quit: () => void;
}) {
  const { runningWork, ask, quit } = parts;
  let isDecided = false;
  let isAsking = false;
  let waiting: NodeJS.Timeout | undefined;

  const quitNow = (): void => {
    isDecided = true;
    clearInterval(waiting);
    quit();
  };
  const decide = async (work: readonly string[]): Promise<void> => {
    isAsking = true;
    const answer = await ask(work);
    isAsking = false;
    clearInterval(waiting);
    if (answer === 'now') quitNow();
    if (answer !== 'when-finished') return;
    waiting = setInterval(() => {
      if (runningWork().length === 0) quitNow();
    }, checkMs);
  };
  return {
    /** Takes the event of a quit, and prevents it as long as the user has not decided what becomes of the work. */
    check(event: { preventDefault: () => void }): void {
      const work = isDecided ? [] : runningWork();
      if (work.length === 0) {
        isDecided = true;
        return;
      }
      event.preventDefault();
      if (!isAsking) void decide(work);
    },
    /** Whether the app ends, without another question. */
    get isDecided(): boolean {
      return isDecided;
    },
    /** The system ends the app, so nobody is asked. */
    endOfSession(): void {
      isDecided = true;
    },
    /** Quits without a question, as a signal wants it. */
    quitNow,
  };
}
