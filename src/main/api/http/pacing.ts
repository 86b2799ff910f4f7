import type { Failure } from '../../../shared/failure.ts';
import type { RetryClock } from './clock.ts';

/** A limit of the service as it shows: so many requests are accepted in any such time. */
export interface Pace {
  readonly requests: number;
  readonly windowMs: number;
}

/** Everything that a sync learned about the limits of a service, for the next one. */
export interface LearnedPace {
  /** Null: the service refused nothing. */
  readonly pace: Pace | null;
  /** How much of `pace` was used when the sync ended, and when that was, in milliseconds since 1970. */
  readonly usedCount: number;
  readonly usedAtMs: number;
}

export type Pacing = ReturnType<typeof createPacing>;

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** A service that accepts nothing for longer, or asks for such a pause, ends the sync: a little more than an hour, for hourly limits. */
const maxRefusedMs = 3_900_000;
/** How much slower a pace becomes that was refused more than once, though it was measured. */
const slowDown = 1.5;
/**
 * The first requests to a service whose limits are unknown go one at a time: most limits are lower, and everything under
 * way when one is met is sent in vain.
 */
const carefulRequests = 64;

/** Why a request failed, and the pause that the service asked for. */
export interface Refusal {
  readonly failure?: Failure;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Keeps the requests of a sync below the limits of the service, which the specification (Limits) does not show. A pause
 * after a refusal is as long as the service asks, or else twice as long as the one before, up to a minute, and a
 * single request ends it. What the service accepts from then until it refuses again, in how much time, is its limit,
 * and no more is sent. If it still refuses one, the limit is measured again.
 */
export function createPacing(clock: Pick<RetryClock, 'now' | 'wallMs'>) {
  let pace: Pace | null = null;
  /** The first measurement, of which other programs may have used a part, or a pace that was refused: better than none. */
  let roughPace: Pace | null = null;
  /** How many known paces the service refused. */
  let wrongPaces = 0;
  /** `yes`: `pace` is right, also if it is null; `limited`: there is a limit, which is being measured. */
  let isKnown: 'no' | 'limited' | 'yes' = 'no';
  /** When responses came since the last pause, oldest first; the service counted each before that. */
  let answeredAtMs: number[] = [];
  /** When the first request since the last pause was sent; null: none was. */
  let firstSentAtMs: number | null = null;
  /** What the end of this pause will show; null: nothing. */
  let measured: { readonly requests: number; readonly fromMs: number; readonly isFirst: boolean } | null = null;
  let pauses = 0;
  let pausedAtMs: number | null = null;
  /** Whether the pause began because of too many requests, not because of too much to do. */
  let isOfLimit = false;
  let pausedUntilMs = 0;
  let backoffMs = firstPauseMs;

  const budgetWaitMs = (running: number): number => {
    if (pace === null) return 0;
    const free = pace.requests - running;
    // The caller asks again when one of the running requests has ended.
    if (free <= 0) return Infinity;
    const oldestMs = answeredAtMs.at(-free);
    return oldestMs === undefined ? 0 : oldestMs + pace.windowMs - clock.now();
  };
  const endPause = (sentAtMs: number): void => {
    if (measured !== null && measured.requests > 0) {
      const measuredMs = clock.now() - measured.fromMs;
      // If the windows of the service do not begin with a pause's end, the measured time is too short, each time.
      const leastMs = wrongPaces > 1 ? ((roughPace?.windowMs ?? 0) / (roughPace?.requests ?? 1)) * slowDown : 0;
      const windowMs = Math.max(measuredMs, leastMs * measured.requests);
      const shown = { requests: measured.requests, windowMs };
      if (measured.isFirst) roughPace = shown;
      else {
        pace = shown;
        isKnown = 'yes';
      }
    }
    measured = null;
    pausedAtMs = null;
    backoffMs = firstPauseMs;
    if (isOfLimit) {
      firstSentAtMs = sentAtMs;
      answeredAtMs = [];
    }
  };

  /** The length of a pause that the service does not say: the rest of the measured time at first. */
  const guessPauseMs = (): number => {
    const endMs = pausedAtMs === null && roughPace ? (firstSentAtMs ?? 0) + roughPace.windowMs : 0;
    return Math.min(longestPauseMs, Math.max(backoffMs, endMs - clock.now()));
  };
  /** Begins or extends a pause; false: it would be too long. */
  const pause = (lengthMs: number, { isNew, isLimit }: { isNew: boolean; isLimit: boolean }): boolean => {
    const nowMs = clock.now();
    if (nowMs + lengthMs - (pausedAtMs ?? nowMs) > maxRefusedMs) return false;
    pausedUntilMs = Math.max(pausedUntilMs, nowMs + lengthMs);
    if (!isNew) return true;
    pauses += 1;
    backoffMs = Math.min(longestPauseMs, backoffMs * 2);
    if (pausedAtMs === null) isOfLimit = isLimit;
    // An overloaded service shows nothing about its limits.
    if (pausedAtMs === null && isLimit) {
      // A known pace that was too fast did not begin when the service began to count.
      measured =
        pace === null && firstSentAtMs !== null
          ? { requests: answeredAtMs.length, fromMs: firstSentAtMs, isFirst: isKnown !== 'limited' }
          : null;
      if (pace !== null) {
        wrongPaces += 1;
        roughPace = pace;
      }
      pace = null;
      isKnown = 'limited';
    }
    pausedAtMs ??= nowMs;
    return true;
  };

  return {
    /** Takes over what the sync before learned; null: it learned nothing. */
    start(learned: LearnedPace | null): void {
      if (learned === null) return;
      isKnown = 'yes';
      ({ pace } = learned);
      const usedMs = clock.now() - Math.max(0, clock.wallMs() - learned.usedAtMs);
      answeredAtMs = Array.from({ length: learned.usedCount }, () => usedMs);
    },
    /**
     * Milliseconds until the next request may be sent; 0 or less: now; Infinity: after one of those that run.
     *
     * @param running how many requests run
     */
    waitMs: (running: number): number => Math.max(pausedUntilMs - clock.now(), budgetWaitMs(running)),
    /** How many requests may run at once. */
    maxAtOnce(): number {
      if (pausedAtMs !== null || isKnown !== 'yes') return 1;
      // Below a limit, no more than it accepts in a second: each may be sent in vain.
      return pace === null ? Infinity : Math.ceil((pace.requests * 1000) / pace.windowMs);
    },
    /** Takes note that a request is sent; its end must be noted, too. */
    send() {
      const sentAtMs = clock.now();
      const pausesBefore = pauses;
      firstSentAtMs ??= sentAtMs;
      return {
        /** It was not refused; `isAnswered`: there was a response. */
        ended(isAnswered: boolean): void {
          if (!isAnswered) return;
          if (pausedAtMs !== null && pausesBefore === pauses) endPause(sentAtMs);
          answeredAtMs.push(clock.now());
          if (isKnown === 'no' && answeredAtMs.length >= carefulRequests) isKnown = 'yes';
          if (measured !== null) measured = { ...measured, requests: measured.requests + 1 };
        },
        /** It failed; returns whether it was refused for now, and is sent again after a pause. */
        failed({ failure, retryAfterMs }: Refusal): boolean {
          const isLimit = failure?.code === 'too-many-requests';
          if (!isLimit && retryAfterMs === undefined) {
            this.ended(failure?.status !== undefined);
            return false;
          }
          // Others that were under way at the same time say nothing new.
          const isNew = pausesBefore === pauses;
          return pause(retryAfterMs ?? (isNew ? guessPauseMs() : 0), { isNew, isLimit });
        },
      };
    },
    /** Returns what was learned so far; null: nothing. */
    learned(): LearnedPace | null {
      const known = pace ?? roughPace;
      if (known === null && isKnown !== 'yes') return null;
      const sinceMs = clock.now() - (known?.windowMs ?? 0);
      const usedCount = answeredAtMs.filter((atMs) => atMs > sinceMs).length;
      return { pace: known, usedCount, usedAtMs: clock.wallMs() };
    },
  };
}
