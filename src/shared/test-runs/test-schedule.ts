import type { LocalTestSettings } from './test-run.ts';

/** 0: once. */
export const scheduleHours = [0, 1, 6, 12, 24] as const;

/** Saved under the name of its runs. */
export interface TestSchedule {
  readonly everyHours: number;
  /** Without an existing view: `where`. */
  readonly viewId: number | null;
  /** Read again for each run. */
  readonly where: string;
  readonly urls: readonly string[];
  readonly proxyUserId: string | null;
  /** Null: the service tests. */
  readonly settings: LocalTestSettings | null;
}

export interface TestScheduleState {
  readonly id: number;
  readonly name: string;
  /** Null: a filter. */
  readonly viewName: string | null;
  /** Null: invalid. */
  readonly everyHours: number | null;
  /** ISO 8601 in UTC; null: running or invalid. */
  readonly nextAt: string | null;
  /** Null: nothing prevents it. */
  readonly problem: string | null;
}
