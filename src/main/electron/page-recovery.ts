import type { Log } from '../ports.ts';

/** If a page works for this long, the reload has solved the problem. */
const healthyMs = 60_000;

/** What is wrong with the page: its process is gone, hangs, or has nothing to show. */
export type PageProblem = 'gone' | 'unresponsive' | 'not-loaded';
export type PageAnswer = 'reload' | 'quit' | 'wait';

/**
 * Restores a page that does not work. One whose process has crashed is reloaded once; if it
 * crashes again soon, hangs or cannot be loaded, the user is asked.
 *
 * @param parts.reload loads the page again
 * @param parts.endProcess ends the process of a page that hangs; `gone` follows
 * @param parts.ask explains and asks; the signal takes the question back
 * @param parts.isQuitting whether the app ends; then nothing is restored, because a page that loads again keeps its window open
 */
export function createPageRecovery(parts: {
  log: Pick<Log, 'error' | 'info'>;
  reload: () => void;
  endProcess: () => void;
  ask: (problem: PageProblem, signal: AbortSignal) => Promise<PageAnswer>;
  quit: () => void;
  isQuitting: () => boolean;
  monotonicMs: () => number;
}) {
  const { log, reload, endProcess, ask, quit, isQuitting, monotonicMs } = parts;
  let reloadedAtMs = -Infinity;
  let question: AbortController | undefined;
  /** A page that hangs would not even take leave, so its process is ended first. */
  let isEndWanted = false;
  const bringBack = (): void => {
    if (isQuitting()) return;
    reloadedAtMs = monotonicMs();
    reload();
  };
  const askFor = async (problem: PageProblem): Promise<void> => {
    if (question || isQuitting()) return;
    const asked = (question = new AbortController());
    const answer = await ask(problem, asked.signal);
    question = undefined;
    if (asked.signal.aborted || answer === 'wait') return;
    if (answer === 'quit') quit();
    else if (problem === 'unresponsive') {
      isEndWanted = true;
      endProcess();
    } else bringBack();
  };
  return {
    /** Call it with the reason each time the page's process has ended. */
    gone(reason: string): void {
      if (reason === 'clean-exit') return;
      if (isEndWanted) {
        isEndWanted = false;
        bringBack();
        return;
      }
      question?.abort();
      question = undefined;
      log.error('page', new Error(`The page's process is gone: ${reason}`));
      if (monotonicMs() - reloadedAtMs > healthyMs) bringBack();
      else void askFor('gone');
    },
    /** The page does not answer the system. */
    unresponsive(): void {
      log.info('page unresponsive');
      if (isQuitting()) endProcess();
      else void askFor('unresponsive');
    },
    /** It answers again, so nobody needs to decide anything. */
    responsive(): void {
      question?.abort();
      question = undefined;
    },
    /** The page could not be loaded. */
    notLoaded(reason: string): void {
      log.error('page', new Error(`The page was not loaded: ${reason}`));
      void askFor('not-loaded');
    },
  };
}
