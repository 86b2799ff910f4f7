import type { Failure } from '../../shared/failure.ts';
import { elapsedMs, type Moment } from './moment.ts';
import { meaningOf, waitAfterAttemptMs } from './retry-plan.ts';

/** Whatever happens, an account is not synced by itself twice within this time. */
const leastGapMs = 60_000;

/** What the offline copy remembers of its last run, whichever process made it. */
export interface KeptRun {
  readonly lastAttemptAt: string | null;
  readonly lastProblem: Failure | null;
}

/** What is known of the syncs of one account, and from it when the next is due. */
export class Attempts {
  /** Start of the last one; null: never tried. */
  #last: Moment | null = null;
  #lastByItself: Moment | null = null;
  /** The run that was last seen in the offline copy. */
  #keptAt: string | null = null;
  #failures = 0;
  #problem: Failure | null = null;
  #running = 0;
  /** One more is owed at once: the last was cut off, or what it lacked is back. */
  #isOwed = false;

  get isRunning(): boolean {
    return this.#running > 0;
  }

  /** Why the next one waits for the person, or null. */
  get problemForPerson(): Failure | null {
    return this.#means === 'person' ? this.#problem : null;
  }

  get #means(): ReturnType<typeof meaningOf> | null {
    return this.#problem === null ? null : meaningOf(this.#problem.code);
  }

  /** Milliseconds until the next is due; null: time alone does not bring it. */
  dueInMs(intervalMs: number, now: Moment): number | null {
    if (intervalMs === 0 || this.#means === 'person') return null;
    const restOf = (since: Moment | null, waitMs: number): number =>
      since === null ? 0 : Math.max(0, waitMs - elapsedMs(since, now));
    const gapMs = restOf(this.#lastByItself, leastGapMs);
    if (this.#isOwed) return gapMs;
    return Math.max(gapMs, restOf(this.#last, waitAfterAttemptMs(intervalMs, this.#failures)));
  }

  begin(now: Moment, isByItself: boolean): void {
    this.#running += 1;
    this.#last = now;
    if (isByItself) this.#lastByItself = now;
    this.#isOwed = false;
  }

  /** @param keptAt how the offline copy names the run, where it got that far */
  end(problem: Failure | null, keptAt: string | null): void {
    this.#running -= 1;
    // Two that wait for one run count once.
    if (this.isRunning) return;
    this.#keptAt = keptAt ?? this.#keptAt;
    this.#take(problem, this.#failures + 1);
  }

  /** Takes over a run that only the offline copy knows of. */
  readKept({ lastAttemptAt, lastProblem }: KeptRun, now: Moment): void {
    if (lastAttemptAt === null || lastAttemptAt === this.#keptAt || this.isRunning) return;
    this.#keptAt = lastAttemptAt;
    // A run of the future was written before the clock was set back.
    const ageMs = Math.max(0, now.wallMs - Date.parse(lastAttemptAt));
    if (this.#last !== null && elapsedMs(this.#last, now) < ageMs) return;
    this.#last = { wallMs: now.wallMs - ageMs, monotonicMs: now.monotonicMs - ageMs };
    this.#take(lastProblem, Math.max(1, this.#failures));
  }

  /** The offline copy itself can't be opened. */
  refuse(problem: Failure): void {
    this.#problem = problem;
  }

  /** What is under way will be cut off by the machine's sleep. */
  cutOff(): void {
    this.#isOwed ||= this.isRunning;
  }

  /** There may be a network again. */
  networkMayBeBack(): void {
    if (this.#means === 'network') this.#retry();
  }

  /** The person did what this was waiting for. */
  personActed(): void {
    if (this.#means === 'person') this.#retry();
  }

  #retry(): void {
    this.#problem = null;
    this.#failures = 0;
    this.#isOwed = true;
  }

  #take(problem: Failure | null, failures: number): void {
    this.#problem = problem;
    if (problem === null) this.#failures = 0;
    // Cut short by the person or by sleep: neither good nor a failure.
    else if (problem.code !== 'canceled') this.#failures = failures;
  }
}
