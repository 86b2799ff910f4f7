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
