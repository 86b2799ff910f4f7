import { asFailure } from '../../shared/failure.ts';
import type { TestSchedule } from '../../shared/testing/test-schedule.ts';
import { testScheduleSchema } from '../../shared/testing/test-schedule-schema.ts';
import type { Clock, Log } from '../ports.ts';
import type { Store } from '../store/index.ts';

/** Schedules are looked at this often; a test that is due while the machine sleeps begins after it. */
const checkEveryMs = 60_000;
const hourMs = 3_600_000;

export interface TestScheduleParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly isOnline: () => boolean;
  readonly accountIds: () => readonly string[];
  readonly store: (accountId: string) => Pick<Store, 'saved' | 'testRuns'>;
  readonly run: (accountId: string, name: string, schedule: TestSchedule) => Promise<unknown>;
}

/**
 * Tests what is scheduled while the app is open. When a test is due follows from the start of its last run, which has
 * its name, so that nothing is tested twice after a restart.
 */
export function createTestSchedule({ clock, log, ...parts }: TestScheduleParts) {
  let cancelTimer = (): void => undefined;

  const startDue = async (accountId: string): Promise<void> => {
    const { saved, testRuns } = parts.store(accountId);
    const schedules = saved.list('test-schedule');
    if (schedules.length === 0) return;
    const runs = testRuns.list();
    for (const { name, content } of schedules) {
      const { data: schedule } = testScheduleSchema.safeParse(content);
      const last = runs.find((run) => run.name === name);
      if (!schedule || last?.state === 'running') continue;
      const sinceMs = last === undefined ? Infinity : clock.wallMs() - Date.parse(last.startedAt);
      // A clock that was set back must not stop the tests for as long.
      if (sinceMs >= 0 && sinceMs < schedule.everyHours * hourMs) continue;
      await parts.run(accountId, name, schedule).catch((error: unknown) => {
        if (asFailure(error).code !== 'busy') log.error(`scheduled test "${name}"`, error);
      });
    }
  };
  const check = async (): Promise<void> => {
    if (parts.isOnline()) {
      for (const accountId of parts.accountIds()) {
        try {
          await startDue(accountId);
        } catch (error) {
          log.error('scheduled tests', error);
        }
      }
    }
    cancelTimer = clock.after(checkEveryMs, () => void check());
  };
  return {
    /** Looks at the schedules for the first time after a minute, when the app has started. */
    start(): void {
      cancelTimer = clock.after(checkEveryMs, () => void check());
    },
    stop(): void {
      cancelTimer();
    },
  };
}
