import type { LocalTestSettings } from './test-run.ts';

/** The choices of how often a view is tested while the app is open; 0: once. */
export const scheduleHours = [0, 1, 6, 12, 24] as const;

/** A test that is repeated while the app is open; saved as `test-schedule` under the name of its runs. */
export interface TestSchedule {
  readonly everyHours: number;
  /** The saved view that it tests; null, or a view that no longer exists: `where` is. */
  readonly viewId: number | null;
  /** A filter of proxies, which is read again for each run. */
  readonly where: string;
  readonly urls: readonly string[];
  readonly proxyUserId: string | null;
  /** Null: the service tests. */
  readonly settings: LocalTestSettings | null;
}

/** What a repeated test does next. */
export interface TestScheduleState {
  /** Of the saved item. */
  readonly id: number;
  readonly name: string;
  /** Of the saved view that it tests; null: it tests a filter. */
  readonly viewName: string | null;
  /** Null: what was saved is not valid. */
  readonly everyHours: number | null;
  /** When it is due, ISO 8601 in UTC; null: it is running, or not valid. */
  readonly nextAt: string | null;
  /** Why it could not start although it is due; null: nothing prevents it. */
  readonly problem: string | null;
}
