import type { Connection } from '../sqlite/connection.ts';

/** A longer gap is a clock change, or time without the app. */
const longestGapSeconds = 30 * 24 * 60 * 60;

/** Milliseconds since 1970 without jumps between syncs, so that a wrong clock deletes nothing. */
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
