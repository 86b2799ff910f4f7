import { asFailure, type Failure } from '../../../shared/failure.ts';

/** Runs work; undefined: it failed, and `onFailure` got the failure. */
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

/** Runs one piece of work at a time, then the last requested. Resolves when none waits. Work must not throw. */
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

/** Rejects with the reason of `signal`, and clears its timer. */
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

/** A hidden window paints no frames. */
const maxMs = 500;

/** Resolves when the present state is on screen. */
export const untilPainted = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, maxMs);
    requestAnimationFrame(() => {
      // The frame follows these callbacks.
      setTimeout(resolve);
    });
  });
