import { asFailure, type Failure } from '../../../shared/failure.ts';

/** Runs some work and returns its result; undefined: it failed and `onFailure` was called. */
export async function attempt<T>(
  work: () => Promise<T>,
  onFailure: (failure: Failure) => void,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    onFailure(asFailure(error));
    return undefined;
  }
}

/**
 * Returns a function that runs one piece of work at a time. Of the work requested
 * meanwhile only the last is run: the rest would be out of date. Its promise resolves when
 * nothing is waiting. The work must not throw.
 */
export function createLatestRunner(): (work: () => Promise<void>) => Promise<void> {
  let next: (() => Promise<void>) | null = null;
  let running: Promise<void> | null = null;
  const runAll = async (): Promise<void> => {
    while (next !== null) {
      const work = next;
      next = null;
      await work();
    }
    running = null;
  };
  return (work) => {
    next = work;
    return (running ??= runAll());
  };
}

/** Resolves after some time. Rejects with the reason of `signal` as soon as it aborts, and leaves no timer behind. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', cancel);
      resolve();
    }, ms);
    signal.addEventListener('abort', cancel, { once: true });
  });
}

/** No frame is waited for longer than this: a hidden window paints none. */
const maxMs = 500;

/** Resolves when what is set now is on screen. */
export const untilPainted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, maxMs);
    requestAnimationFrame(() => {
      // The frame is painted after the callbacks before it.
      setTimeout(resolve);
    });
  });
