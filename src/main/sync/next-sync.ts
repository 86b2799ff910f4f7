import { failures, type Failure, type FailureInfo } from '../../shared/failure.ts';
import type { Clock } from '../ports.ts';

export interface Moment {
  readonly wallMs: number;
  readonly monotonicMs: number;
}

export function readMoment(clock: Clock): Moment {
  return { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() };
}

/** Only the wall clock may count sleep; ignored if set back. */
function elapsedMs(since: Moment, now: Moment): number {
  return Math.max(now.monotonicMs - since.monotonicMs, now.wallMs - since.wallMs);
}

/** Unless the interval is longer. */
const longestBackoffMs = 6 * 3_600_000;

/**
 * Doubles up to six hours.
 *
 * @param failureCount in a row
 */
function waitAfterAttemptMs(intervalMs: number, failureCount: number): number {
  const doublings = Math.min(Math.max(0, failureCount - 1), 30);
  return Math.max(intervalMs, Math.min(intervalMs * 2 ** doublings, longestBackoffMs));
}

/** Between automatic syncs. */
const leastGapMs = 60_000;

/** By any process. */
export interface RecordedRun {
  /** Null: never. */
  readonly lastCompletedAt: string | null;
  readonly lastAttemptAt: string | null;
  readonly lastProblem: Failure | null;
}

/** Decides when an account's next sync is due. */
export class Attempts {
  #last: Moment | null = null;
  #lastAutomatic: Moment | null = null;
  /** The run last seen in the cache. */
  #recordedAt: string | null = null;
  #failures = 0;
  #problem: Failure | null = null;
  #running = 0;
  /** Interrupted, or the obstacle is gone. */
  #isDueNow = false;

  get isRunning(): boolean {
    return this.#running > 0;
  }

  get problemForUser(): Failure | null {
    return this.#waitsFor === 'person' ? this.#problem : null;
  }

  get #waitsFor(): FailureInfo['waitsFor'] | null {
    return this.#problem === null ? null : failures[this.#problem.code].waitsFor;
  }

  /** Milliseconds; null: does not depend on time. */
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

  /** @param recordedAt the run's time in the cache, if any */
  end(problem: Failure | null, recordedAt: string | null): void {
    this.#running -= 1;
    // Two callers of one run count once.
    if (this.isRunning) return;
    this.#recordedAt = recordedAt ?? this.#recordedAt;
    this.#take(problem, this.#failures + 1);
  }

  readRecorded({ lastCompletedAt, lastAttemptAt, lastProblem }: RecordedRun, now: Moment): void {
    if (lastAttemptAt === null || lastAttemptAt === this.#recordedAt || this.isRunning) return;
    this.#recordedAt = lastAttemptAt;
    // A future run is from before the clock was set back.
    const ageMs = Math.max(0, now.wallMs - Date.parse(lastAttemptAt));
    if (this.#last !== null && elapsedMs(this.#last, now) < ageMs) return;
    this.#last = { wallMs: now.wallMs - ageMs, monotonicMs: now.monotonicMs - ageMs };
    this.#take(lastProblem, Math.max(1, this.#failures));
    // The next start continues an interrupted first sync.
    this.#isDueNow ||= lastCompletedAt === null && lastProblem?.code === 'canceled';
  }

  /** The cache can't be opened. */
  refuse(problem: Failure): void {
    this.#problem = problem;
  }

  /** Sleep interrupts the current run. */
  interrupt(): void {
    this.#isDueNow ||= this.isRunning;
  }

  networkMayBeBack(): void {
    if (this.#waitsFor === 'network') this.#retry();
  }

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
    // Canceled: neither success nor failure.
    else if (problem.code !== 'canceled') this.#failures = failures;
  }
}

/** The next account, in milliseconds; null: none. A running one comes last. */
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
