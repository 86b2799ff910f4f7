import { asFailure, type Failure } from '../../shared/failure.ts';
import type { SyncOutcome, SyncPlan } from '../../shared/sync.ts';
import type { Clock, Log } from '../ports.ts';
import { Attempts, nextSync, readMoment, type Moment, type RecordedRun } from './next-sync.ts';

/** Notices an unannounced sleep. */
const maxCheckIntervalMs = 60_000;
/** For window and network, before the first request. */
const settleMs = 10_000;
/** More: sleep, or a clock set forward. */
const sleptMs = 120_000;

interface ScheduleParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Only false is reliable. */
  readonly isOnline: () => boolean;
  /** 0: no automatic sync. */
  readonly intervalMinutes: () => number;
  readonly accountIds: () => readonly string[];
  readonly lastRun: (accountId: string) => RecordedRun;
  readonly run: (accountId: string) => Promise<SyncOutcome>;
  readonly cancelAll: () => Promise<void>;
  readonly onPlan: (plan: SyncPlan) => void;
}

export type SyncSchedule = ReturnType<typeof createSyncSchedule>;

/**
 * Syncs accounts one at a time, an interval after the last attempt of any process, doubled by failures up to six hours.
 * Waits ten seconds after sleep. Sends nothing without a network; tries problems for the user once.
 */
export function createSyncSchedule(parts: ScheduleParts) {
  const { clock } = parts;
  const known = new Map<string, Attempts>();
  let state: 'stopped' | 'started' | 'asleep' = 'stopped';
  let isWorking = false;
  let wasOnline = true;
  let checkedAt = readMoment(clock);
  let quietUntilMs = 0;
  let cancelTimer = (): void => undefined;

  const now = (): Moment => readMoment(clock);
  const intervalMs = (): number => parts.intervalMinutes() * 60_000;
  const dueInMs = (attempts: Attempts): number | null => attempts.dueInMs(intervalMs(), now());

  const readRecorded = (accountId: string, attempts: Attempts): void => {
    try {
      attempts.readRecorded(parts.lastRun(accountId), now());
    } catch (error) {
      attempts.refuse(asFailure(error));
    }
  };

  const attemptsOf = (accountId: string): Attempts => {
    const present = known.get(accountId);
    if (present !== undefined) return present;
    const attempts = new Attempts();
    known.set(accountId, attempts);
    readRecorded(accountId, attempts);
    return attempts;
  };

  const watch = async (
    accountId: string,
    run: () => Promise<SyncOutcome>,
    isAutomatic: boolean,
  ): Promise<SyncOutcome> => {
    const attempts = attemptsOf(accountId);
    attempts.begin(now(), isAutomatic);
    let problem: Failure | null = null;
    try {
      const outcome = await run();
      ({ problem } = outcome);
      return outcome;
    } catch (error) {
      problem = asFailure(error);
      throw error;
    } finally {
      attempts.end(problem, recordedAt(accountId));
      check();
    }
  };

  const recordedAt = (accountId: string): string | null => {
    try {
      return parts.lastRun(accountId).lastAttemptAt;
    } catch {
      // The run reports it.
      return null;
    }
  };

  const plan = (accountId: string): SyncPlan => {
    const attempts = attemptsOf(accountId);
    const isOnline = parts.isOnline();
    const isOff = intervalMs() === 0;
    const problem = isOff ? null : attempts.problemForUser;
    const dueMs = isOnline ? dueInMs(attempts) : null;
    return {
      accountId,
      nextAt: dueMs === null ? null : new Date(clock.wallMs() + dueMs).toISOString(),
      waitsFor: isOff ? null : problem !== null ? 'person' : isOnline ? null : 'network',
      problem,
      isOnline,
    };
  };

  const checkClocks = (): void => {
    const present = now();
    const aheadMs = present.wallMs - checkedAt.wallMs - (present.monotonicMs - checkedAt.monotonicMs);
    checkedAt = present;
    const isOnline = parts.isOnline();
    if (aheadMs > sleptMs || (isOnline && !wasOnline)) retryAfterSleep();
    wasOnline = isOnline;
  };

  /** After sleep or without network, not at once. */
  const retryAfterSleep = (): void => {
    for (const attempts of known.values()) attempts.networkMayBeBack();
    quietUntilMs = clock.monotonicMs() + settleMs;
  };

  /** With the runs of other processes. */
  const followAccounts = (): (readonly [string, Attempts])[] => {
    const accountIds = parts.accountIds();
    for (const accountId of known.keys()) {
      if (!accountIds.includes(accountId)) known.delete(accountId);
    }
    return accountIds.map((accountId) => {
      const attempts = attemptsOf(accountId);
      readRecorded(accountId, attempts);
      return [accountId, attempts];
    });
  };

  const check = (): void => {
    cancelTimer();
    if (state !== 'started' || isWorking) return;
    checkClocks();
    let waitMs = quietUntilMs - clock.monotonicMs();
    if (waitMs <= 0) {
      const next = nextSync(followAccounts(), intervalMs(), now());
      waitMs = maxCheckIntervalMs;
      if (wasOnline && next?.inMs === 0) void runAutomatically(next.accountId);
      // Checked again later without a network.
      else if (next !== null && next.inMs > 0) waitMs = Math.min(next.inMs, waitMs);
      for (const accountId of known.keys()) parts.onPlan(plan(accountId));
    }
    cancelTimer = clock.after(Math.ceil(waitMs), check);
  };

  const runAutomatically = async (accountId: string): Promise<void> => {
    isWorking = true;
    try {
      await watch(accountId, () => parts.run(accountId), true);
    } catch (error) {
      parts.log.error('automatic sync', error);
    } finally {
      isWorking = false;
      check();
    }
  };

  return {
    /** Before, only `watch` and `plan` work. */
    start(): void {
      state = 'started';
      wasOnline = parts.isOnline();
      checkedAt = now();
      quietUntilMs = clock.monotonicMs() + settleMs;
      check();
    },
    stop(): void {
      state = 'stopped';
      cancelTimer();
    },
    /** Repeats canceled syncs after sleep. */
    suspend(): void {
      if (state !== 'started') return;
      state = 'asleep';
      cancelTimer();
      for (const attempts of known.values()) attempts.interrupt();
      void parts.cancelAll();
    },
    resume(): void {
      if (state !== 'asleep') return;
      state = 'started';
      checkedAt = now();
      retryAfterSleep();
      check();
    },
    watch: (accountId: string, run: () => Promise<SyncOutcome>) => watch(accountId, run, false),
    /** The user removed an obstacle. */
    userActed(accountId: string): void {
      attemptsOf(accountId).userActed();
      check();
    },
    recheck: check,
    plan,
  };
}
