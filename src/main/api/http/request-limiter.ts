import { FailureError, infoOf } from '../../../shared/failure.ts';
import { canceled, type RetryableFailure } from './errors.ts';
import type { RetryClock } from './retry-clock.ts';
import type { Pacing, Refusal } from './pacing.ts';
import type { RequestLimits } from './send.ts';

const firstLimit = 4;
export const highestLimit = 8;
const limitWhileRetrying = 2;

export type RequestLimiter = ReturnType<typeof createRequestLimiter>;

/** A wait is reported after each step, and ends soon after sleep. */
const longestStepMs = 1000;

interface PatientParts {
  readonly pacing: Pacing;
  /** Called before every second of a wait, in milliseconds left. */
  readonly onWait: (leftMs: number) => void;
}

/**
 * Limits concurrent requests, of which the specification (Limits) says nothing: first a few, fewer after failures and
 * pauses, then slowly more.
 *
 * @param longestPauseMs a longer pause fails the request
 * @param patient waits for a service that refuses requests
 */
export function createRequestLimiter(clock: RetryClock, longestPauseMs: number, patient?: PatientParts) {
  const { pacing } = patient ?? {};
  const waiting = new Set<() => void>();
  let most = firstLimit;
  let running = 0;
  let retries = 0;
  let goodInARow = 0;
  let closedUntilMs = 0;
  let waking: AbortController | undefined;

  const limit = (): number =>
    Math.min(most, retries > 0 ? limitWhileRetrying : Infinity, pacing?.maxAtOnce() ?? Infinity);
  const admit = (): void => {
    for (const enter of waiting) {
      if (running >= limit()) return;
      // A requested pause applies to the whole account.
      const restMs = Math.max(closedUntilMs - clock.now(), pacing?.waitMs(running) ?? 0);
      if (restMs > 0) {
        if (restMs < Infinity) void admitIn(restMs);
        return;
      }
      waiting.delete(enter);
      running += 1;
      enter();
    }
  };
  const admitIn = async (restMs: number): Promise<void> => {
    if (waking) return;
    const own = new AbortController();
    waking = own;
    patient?.onWait(restMs);
    const stepMs = patient ? Math.min(restMs, longestStepMs) : restMs;
    await clock.wait(stepMs, own.signal).catch(() => undefined);
    if (waking !== own) return;
    waking = undefined;
    admit();
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
        if (waiting.size === 0) {
          waking?.abort();
          waking = undefined;
        }
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
    if (goodInARow >= most * 2) setLimit(most + 1);
  };
  const noteFailure = ({ failure, retryAfterMs }: Refusal): void => {
    if (retryAfterMs !== undefined && retryAfterMs <= longestPauseMs) {
      closedUntilMs = Math.max(closedUntilMs, clock.now() + retryAfterMs);
    }
    const { load } = failure === undefined ? {} : infoOf(failure.code);
    if (load === 'half') setLimit(Math.floor(most / 2));
    else if (load === 'less') setLimit(most - 1);
  };
  /** Null: refused for now; it waits. */
  const tryWork = async <T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<{ result: T } | null> => {
    await takeTurn(signal);
    const note = pacing?.send();
    try {
      const result = await work();
      noteSuccess();
      note?.ended(true);
      return { result };
    } catch (error) {
      // Only failures of a status have a requested pause.
      const refusal = error instanceof FailureError ? (error as RetryableFailure) : {};
      if (note?.failed(refusal) === true) return null;
      noteFailure(refusal);
      throw error;
    } finally {
      running -= 1;
      admit();
    }
  };

  return {
    /**
     * Runs the work when there is room; a patient limiter repeats it after pauses.
     *
     * @throws FailureError `canceled` while waiting; failures of the work
     */
    async pass<T>(work: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
      for (;;) {
        const done = await tryWork(work, signal);
        if (done) return done.result;
      }
    },
    /** During a retry hardly anything else is sent. */
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

const firstWaitMs = 250;
const longestWaitMs = 8_000;

interface Retrying {
  begin(): void;
  end(): void;
}

/**
 * Retries repeatable work with growing, jittered or requested waits.
 *
 * @throws FailureError the last one; `canceled` during a wait
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
        // Only failures of a status have a requested pause.
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
