import { asFailure, type Failure } from '../../shared/failure.ts';
import type { SyncOutcome, SyncPlan } from '../../shared/sync.ts';
import type { Clock } from '../ports.ts';
import { Attempts, type KeptRun } from './attempts.ts';
import { readMoment, type Moment } from './moment.ts';

/** Both clocks are looked at this often, so that a sleep nobody announced is noticed. */
const longestNapMs = 60_000;
/** A window shows itself, and a network comes up, before anything is asked. */
const settleMs = 10_000;
/** Wall clock ahead of the other by more than this: the machine slept, or was set forward. */
const sleptMs = 120_000;

export interface ScheduleParts {
  readonly clock: Clock;
  /** A hint: false is believed, true is not taken for a promise. */
  readonly isOnline: () => boolean;
  /** Minutes between two syncs; 0: none by itself. */
  readonly intervalMinutes: () => number;
  readonly accountIds: () => readonly string[];
  readonly lastRun: (accountId: string) => KeptRun;
  /** Runs a sync, or joins the one under way. */
  readonly run: (accountId: string) => Promise<SyncOutcome>;
  /** Stops every sync under way. */
  readonly cancelAll: () => Promise<void>;
  readonly onPlan: (plan: SyncPlan) => void;
}

export interface SyncSchedule {
  /** Begins to sync by itself; before that it only watches and answers `plan`. */
  start(): void;
  stop(): void;
  /** The machine is about to sleep: syncs under way are canceled, and made up for on waking. */
  suspend(): void;
  resume(): void;
  /** Follows a sync that somebody asked for. */
  watch(accountId: string, run: () => Promise<SyncOutcome>): Promise<SyncOutcome>;
  /** The person did what an account was waiting for, such as giving new keys. */
  personActed(accountId: string): void;
  /** The interval or the accounts have changed. */
  recheck(): void;
  plan(accountId: string): SyncPlan;
}

/**
 * Syncs every account at the interval that the person set, one account at a
 * time, next due from the last attempt of whatever process. The rules are in
 * docs/decisions/0009-automatic-sync.md.
 */
export function createSyncSchedule(parts: ScheduleParts): SyncSchedule {
  const { clock } = parts;
  const known = new Map<string, Attempts>();
  const told = new Map<string, string>();
  let state: 'stopped' | 'started' | 'asleep' = 'stopped';
  let isWorking = false;
  let wasOnline = true;
  let looked = readMoment(clock);
  let quietUntilMs = 0;
  let cancelTimer = (): void => undefined;

  const now = (): Moment => readMoment(clock);
  const intervalMs = (): number => parts.intervalMinutes() * 60_000;
  const dueInMs = (attempts: Attempts): number | null => attempts.dueInMs(intervalMs(), now());

  const readKept = (accountId: string, attempts: Attempts): void => {
    try {
      attempts.readKept(parts.lastRun(accountId), now());
    } catch (error) {
      attempts.refuse(asFailure(error));
    }
  };

  const attemptsOf = (accountId: string): Attempts => {
    const present = known.get(accountId);
    if (present !== undefined) return present;
    const attempts = new Attempts();
    known.set(accountId, attempts);
    readKept(accountId, attempts);
    return attempts;
  };

  const watch = async (
    accountId: string,
    run: () => Promise<SyncOutcome>,
    isByItself: boolean,
  ): Promise<SyncOutcome> => {
    const attempts = attemptsOf(accountId);
    attempts.begin(now(), isByItself);
    let problem: Failure | null = null;
    try {
      const outcome = await run();
      ({ problem } = outcome);
      return outcome;
    } catch (error) {
      problem = asFailure(error);
      throw error;
    } finally {
      attempts.end(problem, keptAt(accountId));
      check();
    }
  };

  const keptAt = (accountId: string): string | null => {
    try {
      return parts.lastRun(accountId).lastAttemptAt;
    } catch {
      // Why it can't be read is the run's own failure.
      return null;
    }
  };

  const plan = (accountId: string): SyncPlan => {
    const attempts = attemptsOf(accountId);
    const isOnline = parts.isOnline();
    const isOff = intervalMs() === 0;
    const problem = isOff ? null : attempts.problemForPerson;
    const dueMs = isOnline ? dueInMs(attempts) : null;
    return {
      accountId,
      nextAt: dueMs === null ? null : new Date(clock.wallMs() + dueMs).toISOString(),
      waitsFor: isOff ? null : problem !== null ? 'person' : isOnline ? null : 'network',
      problem,
      isOnline,
    };
  };

  const tell = (accountId: string): void => {
    const present = plan(accountId);
    // To the minute: two clocks are never the same to the millisecond.
    const text = JSON.stringify({ ...present, nextAt: present.nextAt?.slice(0, 16) });
    if (told.get(accountId) === text) return;
    told.set(accountId, text);
    parts.onPlan(present);
  };

  const lookAround = (): void => {
    const present = now();
    const aheadMs = present.wallMs - looked.wallMs - (present.monotonicMs - looked.monotonicMs);
    looked = present;
    const isOnline = parts.isOnline();
    if (aheadMs > sleptMs || (isOnline && !wasOnline)) beginAnew();
    wasOnline = isOnline;
  };

  /** After sleep or a time without network: what failed for want of it is owed, but not at once. */
  const beginAnew = (): void => {
    for (const attempts of known.values()) attempts.networkMayBeBack();
    quietUntilMs = clock.monotonicMs() + settleMs;
  };

  const isDue = (accountId: string): boolean => {
    const attempts = attemptsOf(accountId);
    if (attempts.isRunning) return false;
    if (attempts.problemForPerson === null && dueInMs(attempts) !== 0) return false;
    // Another process may just have synced, or have found the keys good.
    readKept(accountId, attempts);
    return dueInMs(attempts) === 0;
  };

  const check = (): void => {
    cancelTimer();
    if (state !== 'started' || isWorking) return;
    lookAround();
    const quietMs = Math.ceil(quietUntilMs - clock.monotonicMs());
    if (quietMs > 0) {
      cancelTimer = clock.after(quietMs, check);
      return;
    }
    const accountIds = parts.accountIds();
    for (const accountId of known.keys()) {
      if (!accountIds.includes(accountId)) known.delete(accountId);
    }
    const due = wasOnline && intervalMs() > 0 ? accountIds.find(isDue) : undefined;
    if (due !== undefined) void runByItself(due);
    for (const accountId of known.keys()) tell(accountId);
    // Who is due but lacks a network, or runs already, is looked at again after a nap.
    const waits = [...known.values()].flatMap((attempts) => dueInMs(attempts) || longestNapMs);
    cancelTimer = clock.after(Math.ceil(Math.min(...waits, longestNapMs)), check);
  };

  const runByItself = async (accountId: string): Promise<void> => {
    isWorking = true;
    try {
      await watch(accountId, () => parts.run(accountId), true);
    } catch {
      // `watch` has noted it; nobody asked for this run.
    } finally {
      isWorking = false;
      check();
    }
  };

  return {
    start() {
      state = 'started';
      wasOnline = parts.isOnline();
      looked = now();
      quietUntilMs = clock.monotonicMs() + settleMs;
      check();
    },
    stop() {
      state = 'stopped';
      cancelTimer();
    },
    suspend() {
      if (state !== 'started') return;
      state = 'asleep';
      cancelTimer();
      for (const attempts of known.values()) attempts.cutOff();
      void parts.cancelAll();
    },
    resume() {
      if (state !== 'asleep') return;
      state = 'started';
      looked = now();
      beginAnew();
      check();
    },
    watch: (accountId, run) => watch(accountId, run, false),
    personActed(accountId) {
      attemptsOf(accountId).personActed();
      check();
    },
    recheck: check,
    plan,
  };
}
