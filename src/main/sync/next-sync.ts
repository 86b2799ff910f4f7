import { failures, type Failure, type FailureInfo } from '../../shared/failure.ts';
import type { Clock } from '../ports.ts';

/** A time on both clocks. */
export interface Moment {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

/** The current time of both clocks. */
export function readMoment(clock: Clock): Moment {
  return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() };
}

/**
 * How long ago a moment was. Time asleep counts, which only the wall clock may
 * include; a wall clock that was set back does not make it less.
 */
function elapsedMs(since: Moment, now: Moment): number {
  return Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs);
}

/** The longest wait after failures, unless the interval itself is longer. */
const longestBackoffMs = 6 * 3_600_000;

/**
 * How long after an attempt the next automatic one follows: the interval, and
 * after consecutive failures twice as long each time, up to six hours.
 *
 * @param failureCount consecutive failures; 0 after a success
 */
function waitAfterAttemptMs(intervalMs: number, failureCount: number): number {
  const doublings = Math.min(Math.max(0, failureCount - 1), 30);
  return Math.max(intervalMs, Math.min(intervalMs * 2 ** doublings, longestBackoffMs));
}

/** Automatic syncs of an account are at least this far apart, whatever happens. */
const leastGapMs = 60_000;

/** The last run that is recorded in the cache, by whichever process. */
export interface RecordedRun {
  /** When the cache was last complete; null: never. */
  readonly lastCompletedAt: string | null;
  readonly lastAttemptAt: string | null;
  readonly lastProblem: Failure | null;
}

/** The sync attempts of one account, which decide when the next is due. */
export class Attempts {
  /** Start of the last one; null: none. */
  #last: Moment | null = null;
  #lastAutomatic: Moment | null = null;
  /** The run that was last seen in the cache. */
  #recordedAt: string | null = null;
  #failures = 0;
  #problem: Failure | null = null;
  #running = 0;
  /** The next is due at once: the last was interrupted, or its obstacle is removed. */
  #isDueNow = false;

  get isRunning(): boolean {
    return this.#running > 0;
  }

  /** Why the next one waits for the user, or null. */
  get problemForUser(): Failure | null {
    return this.#waitsFor === 'person' ? this.#problem : null;
  }

  get #waitsFor(): FailureInfo['waitsFor'] | null {
    return this.#problem === null ? null : failures[this.#problem.code].waitsFor;
  }

  /** Milliseconds until the next is due; null: it does not depend on time. */
  dueInMs(intervalMs: number, now: Moment): number | null {
    if (intervalMs === 0 || this.#waitsFor === 'person') return null;
    const restOf = (since: Moment | null, waitMs: number): number =>
      since === null ? 0 : Math.max(0, waitMs - elapsedMs(since, now));
    const gapMs = restOf(this.#lastAutomatic, leastGapMs);
    if (this.#isDueNow) return gapMs;
    return Math.max(gapMs, restOf(this.#last, waitAfterAttemptMs(intervalMs, this.#failures)));
  }

  begin(now: Moment, isAutomatic: boolean): void {
    this.#running += 1;
    this.#last = now;
    if (isAutomatic) this.#lastAutomatic = now;
    this.#isDueNow = false;
  }

  /** @param recordedAt the time under which the cache recorded the run, if it did */
  end(problem: Failure | null, recordedAt: string | null): void {
    this.#running -= 1;
    // Two callers of one run count once.
    if (this.isRunning) return;
    this.#recordedAt = recordedAt ?? this.#recordedAt;
    this.#take(problem, this.#failures + 1);
  }

  /** Takes over a run of another process from the cache. */
  readRecorded({ lastCompletedAt, lastAttemptAt, lastProblem }: RecordedRun, now: Moment): void {
    if (lastAttemptAt === null || lastAttemptAt === this.#recordedAt || this.isRunning) return;
    this.#recordedAt = lastAttemptAt;
    // A run in the future was recorded before the clock was set back.
    const ageMs = Math.max(0, now.wallMs - Date.parse(lastAttemptAt));
    if (this.#last !== null && elapsedMs(this.#last, now) < ageMs) return;
    this.#last = { wallMs: now.wallMs - ageMs, monotonicMs: now.monotonicMs - ageMs };
    this.#take(lastProblem, Math.max(1, this.#failures));
    // A first sync that the end of the app interrupted continues at the next start.
    this.#isDueNow ||= lastCompletedAt === null && lastProblem?.code === 'canceled';
  }

  /** The cache itself can't be opened. */
  refuse(problem: Failure): void {
    this.#problem = problem;
  }

  /** The machine's sleep will interrupt the current run. */
  interrupt(): void {
    this.#isDueNow ||= this.isRunning;
  }

  /** There may be a network again. */
  networkMayBeBack(): void {
    if (this.#waitsFor === 'network') this.#retry();
  }

  /** The user removed the obstacle. */
  userActed(): void {
    if (this.#waitsFor === 'person') this.#retry();
  }

  #retry(): void {
    this.#problem = null;
    this.#failures = 0;
    this.#isDueNow = true;
  }

  #take(problem: Failure | null, failures: number): void {
    this.#problem = problem;
    if (problem === null) this.#failures = 0;
    // Canceled by the user or by sleep: neither a success nor a failure.
    else if (problem.code !== 'canceled') this.#failures = failures;
  }
}

/**
 * The account whose sync is next, and in how many milliseconds; null: none is. One that is running has its turn
 * behind it.
 */
export function nextSync(
  accounts: Iterable<readonly [accountId: string, attempts: Attempts]>,
  intervalMs: number,
  now: Moment,
): { readonly accountId: string; readonly inMs: number } | null {
  let next: { accountId: string; inMs: number } | null = null;
  for (const [accountId, attempts] of accounts) {
    const inMs = attempts.isRunning ? null : attempts.dueInMs(intervalMs, now);
    if (inMs !== null && inMs < (next?.inMs ?? Infinity)) next = { accountId, inMs };
  }
  return next;
}
