import type { Log } from '../ports.ts';

/** Even if it cannot be closed. */
const closingMs = 10_000;

/**
 * Ends the app once all is closed, within ten seconds.
 *
 * @param parts.isHeldUp a system call is unanswered, for which a normal exit would wait
 * @param parts.kill ends without closing
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
    /** Only the first call counts. */
    begin(code: number): void {
      if (hasBegun) return;
      hasBegun = true;
      // For last edits and Electron's own events.
      setImmediate(() => void end(code));
    },
    get hasBegun(): boolean {
      return hasBegun;
    },
    startAgain(isWanted = true): void {
      isWantedAgain = isWanted;
    },
  };
}

/**
 * Ends the app after an unhandled error, logged and explained; Electron would continue.
 *
 * @param parts.explain until the user closes it
 * @returns ends the app with an error
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

export type QuitAnswer = 'when-finished' | 'now' | 'stay';

const checkMs = 500;

/**
 * Asks before quitting interrupts work.
 *
 * @param parts.runningWork as phrases
 * @param parts.quit leads to `check` again
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

  const leave = (way: () => void): void => {
    isDecided = true;
    clearInterval(waiting);
    way();
  };
  const decide = async (work: readonly string[], way: () => void): Promise<void> => {
    isAsking = true;
    const answer = await ask(work);
    isAsking = false;
    clearInterval(waiting);
    if (answer === 'now') leave(way);
    if (answer !== 'when-finished') return;
    waiting = setInterval(() => {
      if (runningWork().length === 0) leave(way);
    }, checkMs);
  };
  return {
    /** Prevents a quit until the user has decided. */
    check(event: { preventDefault: () => void }): void {
      const work = isDecided ? [] : runningWork();
      if (work.length === 0) {
        isDecided = true;
        return;
      }
      event.preventDefault();
      if (!isAsking) void decide(work, quit);
    },
    /** Quits by another way than the app's own, which leads to `check` too, after the same question. */
    quitBy(way: () => void): void {
      if (isDecided || isAsking) return;
      const work = runningWork();
      if (work.length === 0) leave(way);
      else void decide(work, way);
    },
    /** Whether the app ends without a question. */
    get isDecided(): boolean {
      return isDecided;
    },
    endOfSession(): void {
      isDecided = true;
    },
    /** Without a question, by the app's own way. */
    quitNow(): void {
      leave(quit);
    },
  };
}
