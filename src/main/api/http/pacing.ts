import type { Failure } from '../../../shared/failure.ts';
import type { RetryClock } from './retry-clock.ts';

/** A limit: the requests accepted in any such time. */
interface Pace {
  readonly requests: number;
  readonly windowMs: number;
}

/** For the next sync. */
export interface LearnedPace {
  /** Null: nothing was refused. */
  readonly pace: Pace | null;
  /** Used part of `pace` at the end of the sync. */
  readonly usedCount: number;
  readonly usedAtMs: number;
}

export type Pacing = ReturnType<typeof createPacing>;

const firstPauseMs = 1000;
const longestPauseMs = 60_000;
/** A longer refusal ends the sync; hourly limits fit. */
const maxRefusedMs = 3_900_000;
/** For a measured pace that was refused more than once. */
const slowDown = 1.5;
/** One at a time at an unknown service: others under way at a limit are wasted. */
const carefulRequests = 64;

export interface Refusal {
  readonly failure?: Failure;
  readonly retryAfterMs?: number | undefined;
}

/**
 * Keeps a sync below limits that the specification (Limits) does not show. A pause lasts as requested, or doubles up to
 * a minute; one request ends it. The requests accepted until the next refusal, and their time, are the limit; a refusal
 * within it starts a new measurement.
 */
export function createPacing(clock: Pick<RetryClock, 'now' | 'wallMs'>) {
  let pace: Pace | null = null;
  /** A first or refused measurement: better than none. */
  let roughPace: Pace | null = null;
  let wrongPaces = 0;
  /** `yes`: `pace` is right, even null; `limited`: being measured. */
  let isKnown: 'no' | 'limited' | 'yes' = 'no';
  /** Responses since the last pause, oldest first. */
  let answeredAtMs: number[] = [];
  /** Null: none since the last pause. */
  let firstSentAtMs: number | null = null;
  /** Measured at the end of this pause. */
  let measured: { readonly requests: number; readonly fromMs: number; readonly isFirst: boolean } | null = null;
  let pauses = 0;
  let pausedAtMs: number | null = null;
  /** For too many requests, not for overload. */
  let isOfLimit = false;
  let pausedUntilMs = 0;
  let backoffMs = firstPauseMs;

  const budgetWaitMs = (running: number): number => {
    if (pace === null) return 0;
    const free = pace.requests - running;
    // Asked again when a running request ends.
    if (free <= 0) return Infinity;
    const oldestMs = answeredAtMs.at(-free);
    return oldestMs === undefined ? 0 : oldestMs + pace.windowMs - clock.now();
  };
  const endPause = (sentAtMs: number): void => {
    if (measured !== null && measured.requests > 0) {
      const measuredMs = clock.now() - measured.fromMs;
      // Windows that do not begin with a pause's end make the measured time too short.
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

  /** For an unspecified pause: the rest of the measured time at first. */
  const guessPauseMs = (): number => {
    const endMs = pausedAtMs === null && roughPace ? (firstSentAtMs ?? 0) + roughPace.windowMs : 0;
    return Math.min(longestPauseMs, Math.max(backoffMs, endMs - clock.now()));
  };
  /** False: too long. */
  const pause = (lengthMs: number, { isNew, isLimit }: { isNew: boolean; isLimit: boolean }): boolean => {
    const nowMs = clock.now();
    if (nowMs + lengthMs - (pausedAtMs ?? nowMs) > maxRefusedMs) return false;
    pausedUntilMs = Math.max(pausedUntilMs, nowMs + lengthMs);
    if (!isNew) return true;
    pauses += 1;
    backoffMs = Math.min(longestPauseMs, backoffMs * 2);
    if (pausedAtMs === null) isOfLimit = isLimit;
    // Overload shows nothing about limits.
    if (pausedAtMs === null && isLimit) {
      // A refused pace did not begin with the service's window.
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
    /** Starts from the last sync's knowledge. */
    start(learned: LearnedPace | null): void {
      if (learned === null) return;
      isKnown = 'yes';
      ({ pace } = learned);
      const usedMs = clock.now() - Math.max(0, clock.wallMs() - learned.usedAtMs);
      answeredAtMs = Array.from({ length: learned.usedCount }, () => usedMs);
    },
    /** Milliseconds until the next request; Infinity: after a running one. */
    waitMs: (running: number): number => Math.max(pausedUntilMs - clock.now(), budgetWaitMs(running)),
    maxAtOnce(): number {
      if (pausedAtMs !== null || isKnown !== 'yes') return 1;
      // At most a second's requests: each may be wasted.
      return pace === null ? Infinity : Math.ceil((pace.requests * 1000) / pace.windowMs);
    },
    /** Notes a request, whose end must be noted too. */
    send() {
      const sentAtMs = clock.now();
      const pausesBefore = pauses;
      firstSentAtMs ??= sentAtMs;
      return {
        /** Not refused; `isAnswered`: there was a response. */
        ended(isAnswered: boolean): void {
          if (!isAnswered) return;
          if (pausedAtMs !== null && pausesBefore === pauses) endPause(sentAtMs);
          answeredAtMs.push(clock.now());
          if (isKnown === 'no' && answeredAtMs.length >= carefulRequests) isKnown = 'yes';
          if (measured !== null) measured = { ...measured, requests: measured.requests + 1 };
        },
        /** Whether it was refused for now, to be repeated after a pause. */
        failed({ failure, retryAfterMs }: Refusal): boolean {
          const isLimit = failure?.code === 'too-many-requests';
          if (!isLimit && retryAfterMs === undefined) {
            this.ended(failure?.status !== undefined);
            return false;
          }
          // Others under way say nothing new.
          const isNew = pausesBefore === pauses;
          return pause(retryAfterMs ?? (isNew ? guessPauseMs() : 0), { isNew, isLimit });
        },
      };
    },
    learned(): LearnedPace | null {
      const known = pace ?? roughPace;
      if (known === null && isKnown !== 'yes') return null;
      const sinceMs = clock.now() - (known?.windowMs ?? 0);
      const usedCount = answeredAtMs.filter((atMs) => atMs > sinceMs).length;
      return { pace: known, usedCount, usedAtMs: clock.wallMs() };
    },
  };
}
