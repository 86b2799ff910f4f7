import { asFailure } from '../../shared/failure.ts';
import type { TestSchedule, TestScheduleState } from '../../shared/test-runs/test-schedule.ts';
import { testScheduleSchema } from '../../shared/test-runs/test-schema.ts';
import type { Clock, Emit, Log } from '../ports.ts';
import type { Store } from '../store/index.ts';

/** Schedules are looked at this often; a test that is due while the machine sleeps begins after it. */
const checkEveryMs = 60_000;
/** Time for the network to come up after a sleep. */
const settleMs = 10_000;
const hourMs = 3_600_000;

interface TestScheduleParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: Emit;
  readonly isOnline: () => boolean;
  readonly accountIds: () => readonly string[];
  readonly store: (accountId: string) => Pick<Store, 'saved' | 'testRuns'>;
  readonly run: (accountId: string, name: string, schedule: TestSchedule) => Promise<unknown>;
}

export type TestScheduler = ReturnType<typeof createTestSchedule>;

/**
 * Tests what is scheduled while the app is open. When a test is due follows from the start of its last run, which has
 * its name, so that nothing is tested twice after a restart. A test that could not start is tried again at the next look.
 */
export function createTestSchedule({ clock, log, emit, ...parts }: TestScheduleParts) {
  let cancelTimer = (): void => undefined;
  let isChecking = false;
  let isStopped = false;
  /** Why tests that are due could not start, by account and schedule. */
  const problems = new Map<string, ReadonlyMap<number, string>>();

  /** The schedules of an account, and when each is due; null: it is running, or not valid. */
  const read = (accountId: string) => {
    const { saved, testRuns } = parts.store(accountId);
    const items = saved.list('test-schedule');
    if (items.length === 0) return [];
    const views = saved.list('view');
    const runs = testRuns.list();
    const nowMs = clock.wallMs();
    return items.map(({ id, name, content }) => {
      const { data: schedule = null } = testScheduleSchema.safeParse(content);
      const view = views.find((one) => one.id === schedule?.viewId);
      const last = runs.find((run) => run.name === name);
      const startedAtMs = last === undefined ? -Infinity : Date.parse(last.startedAt);
      const nextAtMs = startedAtMs + (schedule?.everyHours ?? 0) * hourMs;
      const isIdle = schedule !== null && last?.state !== 'running';
      // A clock that was set back must not stop the tests for as long.
      const isDue = isIdle && (startedAtMs > nowMs || nextAtMs <= nowMs);
      const viewName = view?.name ?? null;
      return {
        id,
        name,
        viewName,
        schedule,
        isDue,
        nextAtMs: isIdle ? (isDue ? nowMs : nextAtMs) : null,
      };
    });
  };
  const list = (accountId: string): TestScheduleState[] =>
    read(accountId).map(({ id, name, viewName, schedule, isDue, nextAtMs }) => {
      const problem = (isDue ? problems.get(accountId)?.get(id) : null) ?? null;
      return {
        id,
        name,
        viewName,
        everyHours: schedule?.everyHours ?? null,
        nextAt: nextAtMs === null ? null : new Date(nextAtMs).toISOString(),
        problem: schedule === null ? 'This repeated test is no longer valid. Remove it and start a new one.' : problem,
      };
    });
  const startDue = async (accountId: string): Promise<void> => {
    const before = problems.get(accountId) ?? new Map<number, string>();
    const found = new Map<number, string>();
    for (const { id, name, schedule, isDue } of read(accountId)) {
      if (isStopped) return;
      if (schedule === null || !isDue) continue;
      if (!parts.isOnline()) {
        found.set(id, 'This machine is offline. The test starts when the network is back.');
        continue;
      }
      try {
        const where = parts.store(accountId).saved.whereOf(schedule);
        await parts.run(accountId, name, { ...schedule, where });
      } catch (error) {
        const { message } = asFailure(error);
        found.set(id, message);
        if (before.get(id) !== message) log.error(`scheduled test "${name}"`, error);
      }
    }
    if (isStopped) return;
    problems.set(accountId, found);
    const isSame = found.size === before.size && [...found].every(([id, text]) => before.get(id) === text);
    if (!isSame) emit('tests:schedules', { accountId, schedules: list(accountId) });
  };
  const checkAfter = (waitMs: number): void => {
    cancelTimer();
    if (isStopped) return;
    cancelTimer = clock.after(waitMs, () => void check());
  };
  const check = async (): Promise<void> => {
    isChecking = true;
    for (const accountId of parts.accountIds()) {
      if (isStopped) break;
      try {
        await startDue(accountId);
      } catch (error) {
        log.error('scheduled tests', error);
      }
    }
    isChecking = false;
    checkAfter(checkEveryMs);
  };
  return {
    /** Looks at the schedules for the first time after a minute, when the app has started. */
    start(): void {
      checkAfter(checkEveryMs);
    },
    /** Looks at them soon after a sleep, in which no time counts. */
    resume(): void {
      if (!isChecking) checkAfter(settleMs);
    },
    /** Looks at them no more, also if it is in the middle of a look. */
    stop(): void {
      isStopped = true;
      cancelTimer();
    },
    /** The schedules of an account in their order, each with when it is due or why it could not start. */
    list,
  };
}
