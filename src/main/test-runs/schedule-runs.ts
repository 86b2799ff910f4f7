import { asFailure } from '../../shared/failure.ts';
import type { TestSchedule, TestScheduleState } from '../../shared/test-runs/test-schedule.ts';
import { testScheduleSchema } from '../../shared/test-runs/test-schema.ts';
import type { Clock, Emit, Log } from '../ports.ts';
import type { Store } from '../store/index.ts';

/** Also after sleep. */
const checkEveryMs = 60_000;
/** For the network, after sleep. */
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
 * Runs scheduled tests while the app is open. The last run of a name decides when it is due, also after a restart. A
 * failed start is repeated.
 */
export function createTestSchedule({ clock, log, emit, ...parts }: TestScheduleParts) {
  let cancelTimer = (): void => undefined;
  let isChecking = false;
  let isStopped = false;
  /** By account and schedule. */
  const problems = new Map<string, ReadonlyMap<number, string>>();

  /** Null: running or invalid. */
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
      // For a clock that was set back.
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
    /** First after a minute. */
    start(): void {
      checkAfter(checkEveryMs);
    },
    resume(): void {
      if (!isChecking) checkAfter(settleMs);
    },
    /** Also during a check. */
    stop(): void {
      isStopped = true;
      cancelTimer();
    },
    list,
  };
}
