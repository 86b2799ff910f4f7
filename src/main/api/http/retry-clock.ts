import { setTimeout as sleep } from 'node:timers/promises';
import { canceled } from './errors.ts';

export interface RetryClock {
  /** Failure `canceled`. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** Monotonic milliseconds. */
  now(): number;
  /** Milliseconds since 1970. */
  wallMs(): number;
  /** In [0, 1). */
  random(): number;
}

export const systemRetryClock: RetryClock = {
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
