import { setTimeout as sleep } from 'node:timers/promises';
import { FailureError, infoOf } from '../../../shared/failure.ts';
import { canceled, type RetryableFailure } from './errors.ts';
import type { RequestLimits } from './send.ts';

/** Time and chance, passed in so that a test need not wait. */
export interface RetryClock {
  /** Failure `canceled` if the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
  /** Monotonic milliseconds. */
  now(): number;
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
  random: () => Math.random(),
};

const firstWaitMs = 250;
const longestWaitMs = 8_000;

/** Learns that a request is being sent again. */
interface Retrying {
  begin(): void;
  end(): void;
}

/**
 * Tries again where the failure may pass: with growing, jittered waits, or as
 * long as the service asks for. Knows nothing of requests; for those that may be repeated.
 *
 * @throws FailureError the last failure; `canceled` during a wait
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  limits: Pick<RequestLimits, 'maxTries' | 'maxRetryAfterMs'>,
  signal: AbortSignal | undefined,
  { clock, retrying }: { readonly clock: RetryClock; readonly retrying: Retrying },
): Promise<T> {
  let isRetrying = false;
  try {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof FailureError) || tries >= limits.maxTries) throw error;
        // Only failures of a status carry the wish for a pause.
        const { retryAfterMs } = error as RetryableFailure;
        if (infoOf(error.failure.code).isRetried !== true) throw error;
        if (retryAfterMs !== undefined && retryAfterMs > limits.maxRetryAfterMs) throw error;
        if (!isRetrying) retrying.begin();
        isRetrying = true;
        const backoffMs = Math.min(longestWaitMs, firstWaitMs * 2 ** (tries - 1));
        const waitMs = (retryAfterMs ?? 0) + backoffMs * (0.5 + clock.random() / 2);
        await clock.wait(waitMs, signal);
      }
    }
  } finally {
    if (isRetrying) retrying.end();
  }
}
