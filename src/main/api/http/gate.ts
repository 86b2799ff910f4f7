import { FailureError, infoOf } from '../../../shared/failure.ts';
import { canceled, type RetryableFailure } from './errors.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestLimits } from './send.ts';

const firstLimit = 4;
/** Requests of one client that ever run at once. */
export const highestLimit = 8;
const limitWhileRetrying = 2;

export type Gate = ReturnType<typeof createGate>;

/**
 * Limits how many requests of one client run at once. The specification (Limits) does not name
 * a rate limit: the gate starts with a few, lets fewer through when the service requests
 * a pause or fails, and then slowly more again.
 *
 * @param longestPauseMs a longer pause fails the request instead
 */
export function createGate(clock: RetryClock, longestPauseMs: number) {
  const waiting = new Set<() => void>();
  let most = firstLimit;
  let running = 0;
  let retries = 0;
  let goodInARow = 0;
  let closedUntilMs = 0;

  const limit = (): number => (retries > 0 ? Math.min(most, limitWhileRetrying) : most);
  const admit = (): void => {
    for (const enter of waiting) {
      if (running >= limit()) return;
      waiting.delete(enter);
      running += 1;
      enter();
    }
  };
  const setLimit = (next: number): void => {
    most = Math.min(highestLimit, Math.max(1, next));
    goodInARow = 0;
  };
  const takeTurn = (signal: AbortSignal | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.delete(enter);
        reject(canceled());
      };
      if (signal?.aborted === true) {
        reject(canceled());
        return;
      }
      signal?.addEventListener('abort', leave, { once: true });
      waiting.add(enter);
      admit();
    });
  const noteSuccess = (): void => {
    goodInARow += 1;
    // One more only after the current limit was used twice over.
    if (goodInARow >= most * 2) setLimit(most + 1);
  };
  const noteFailure = (error: unknown): void => {
    if (!(error instanceof FailureError)) return;
    const { code } = error.failure;
    // Only failures of a status have a requested pause.
    const { retryAfterMs } = error as RetryableFailure;
    if (retryAfterMs !== undefined && retryAfterMs <= longestPauseMs) {
      closedUntilMs = Math.max(closedUntilMs, clock.now() + retryAfterMs);
    }
    const { load } = infoOf(code);
    if (load === 'half') setLimit(Math.floor(most / 2));
    else if (load === 'less') setLimit(most - 1);
  };

  return {
    /**
     * Runs the work when there is room for it.
     *
     * @throws FailureError `canceled` while it waits; whatever the work throws
     */
    async pass<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
      await takeTurn(signal);
      try {
        // One account has one limit: a pause that one response requests applies to all.
        for (let restMs = closedUntilMs - clock.now(); restMs > 0;) {
          await clock.wait(restMs, signal);
          restMs = closedUntilMs - clock.now();
        }
        const result = await work();
        noteSuccess();
        return result;
      } catch (error) {
        noteFailure(error);
        throw error;
      } finally {
        running -= 1;
        admit();
      }
    },
    /** While a request is retried, hardly anything else is sent. */
    retrying: {
      begin(): void {
        retries += 1;
      },
      end(): void {
        retries -= 1;
        admit();
      },
    },
    /** How many may run at once now. */
    limit,
  };
}

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
