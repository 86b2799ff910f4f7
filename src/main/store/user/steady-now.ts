import type { Connection } from '../sqlite/connection.ts';

/** A longer gap between two syncs is a jump of the clock, or a time in which the app was not used. */
const longestGapSeconds = 30 * 24 * 60 * 60;

/**
 * The present time in milliseconds since 1970 without the jumps of the clock that the recorded syncs show, however many
 * ran before it was set right. What is removed for its age counts by it, so that a clock that is ahead removes nothing.
 */
export function steadyNowMs(connection: Connection, nowMs: number): number {
  const [jumps] =
    connection.get(
      `SELECT sum(gap) FROM (
         SELECT unixepoch(lead(started_at, 1, ?) OVER (ORDER BY sync_id)) - unixepoch(started_at) AS gap
         FROM user.sync)
       WHERE abs(gap) > ?`,
      new Date(nowMs).toISOString(),
      longestGapSeconds,
    ) ?? [];
  return nowMs - Number(jumps ?? 0) * 1000;
}
