import { addDays } from './days.ts';
import type { DaySum } from './sum-per-day.ts';

/** How fast data is used, and how long the rest lasts at that pace. */
export interface UsagePace {
  readonly bytesPerDay: number;
  /** Whole days that the mean was taken over. */
  readonly dayCount: number;
  /** `YYYY-MM-DD`; null: the rest is unknown, or lasts for years. */
  readonly lastsUntil: string | null;
}

const mostDays = 30;
const fewestDays = 7;
const farthestDays = 730;

/**
 * The mean use of the last whole days; null: too few days, or nothing was used.
 *
 * @param days oldest first, without gaps; the newest may not have ended and is not counted
 * @param bytesLeft what the summary says is left; null: unknown
 */
export function usagePace(days: readonly DaySum[], bytesLeft: number | null): UsagePace | null {
  const newest = days.at(-1);
  const whole = days.slice(0, -1).slice(-mostDays);
  if (newest === undefined || whole.length < fewestDays) return null;
  const bytesPerDay = whole.reduce((sum, { bytes }) => sum + bytes, 0) / whole.length;
  if (bytesPerDay <= 0) return null;
  const lasting = bytesLeft === null || bytesLeft < 0 ? Infinity : bytesLeft / bytesPerDay;
  return {
    bytesPerDay,
    dayCount: whole.length,
    lastsUntil: lasting > farthestDays ? null : addDays(newest.day, Math.floor(lasting)),
  };
}
