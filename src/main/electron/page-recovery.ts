import type { Log } from '../ports.ts';

/** Then the reload has helped. */
const healthyMs = 60_000;

export type PageProblem = 'gone' | 'unresponsive' | 'not-loaded';
export type PageAnswer = 'reload' | 'quit' | 'wait';

/**
 * Reloads a crashed page once; if it crashes soon again, hangs or does not load, asks the user.
 *
 * @param parts.endProcess `gone` follows
 * @param parts.ask the signal withdraws the question
 * @param parts.isQuitting nothing is restored then
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
  /** A hanging page's process must end first. */
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
    /** Whenever the page's process ends. */
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
    unresponsive(): void {
      log.info('page unresponsive');
      if (isQuitting()) endProcess();
      else void askFor('unresponsive');
    },
    responsive(): void {
      question?.abort();
      question = undefined;
    },
    notLoaded(reason: string): void {
      log.error('page', new Error(`The page was not loaded: ${reason}`));
      void askFor('not-loaded');
    },
  };
}
