import { setTimeout as sleep } from 'node:timers/promises';
import { canceled } from './errors.ts';

/** Time and chance, passed in so that a test need not wait. */
export interface RetryClock {
  /** Failure `canceled` if the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** Monotonic milliseconds. */
  now(): number;
  /** Milliseconds since 1970. */
  wallMs(): number;
  /** From 0 to below 1. */
  random(): number;
}

export const systemClock: RetryClock = {
  async wait(milliseconds, signal) {
    try {
      await sleep(milliseconds, undefined, signal ? { signal } : {});
    } catch (cause) {
      throw canceled(cause);
    }
  },
  now: () => performance.now(),
  wallMs: () => Date.now(),
  random: () => Math.random(),
};
