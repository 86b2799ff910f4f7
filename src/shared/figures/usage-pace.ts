import type { LedgerRow } from '../records/usage.ts';
import { addDays } from './days.ts';

type Summed = Pick<
  LedgerRow,
  'residential_ledger_period_date' | 'residential_ledger_bytes' | 'residential_ledger_requests'
>;

export interface DaySum {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly bytes: number;
  readonly requests: number;
  readonly entries: number;
}

const dayMs = 86_400_000;
const form = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The sign of entries, from their sum: the specification does not say whether use is negative. Default 1.
 *
 * @param entries of one kind
 */
export function bookedSign(entries: readonly Pick<LedgerRow, 'residential_ledger_bytes'>[]): 1 | -1 {
  return entries.reduce((sum, { residential_ledger_bytes: bytes }) => sum + (bytes ?? 0), 0) < 0 ? -1 : 1;
}

/**
 * Sums a ledger per day, oldest first, without gaps; skips entries without a day. Use counts as positive.
 *
 * @param until `YYYY-MM-DD`; null: the latest entry
 * @param maxDays back from the latest
 */
export function sumPerDay(rows: readonly Summed[], until: string | null, maxDays: number): DaySum[] {
  const sums = new Map<number, DaySum>();
  const sign = bookedSign(rows);
  for (const row of rows) {
    const day = row.residential_ledger_period_date;
    const time = day !== null && form.test(day) ? Date.parse(day) : NaN;
    if (day === null || Number.isNaN(time)) continue;
    const before = sums.get(time);
    sums.set(time, {
      day,
      bytes: (before?.bytes ?? 0) + sign * (row.residential_ledger_bytes ?? 0),
      requests: (before?.requests ?? 0) + (row.residential_ledger_requests ?? 0),
      entries: (before?.entries ?? 0) + 1,
    });
  }
  const times = [...sums.keys()];
  if (times.length === 0) return [];
  const knownUntil = until === null ? -Infinity : Date.parse(until);
  const last = times.reduce((latest, time) => Math.max(latest, time), knownUntil);
  const earliest = times.reduce((first, time) => Math.min(first, time));
  const first = Math.max(earliest, last - (maxDays - 1) * dayMs);
  const count = Math.round((last - first) / dayMs) + 1;
  return Array.from({ length: count }, (_, step) => {
    const time = first + step * dayMs;
    const day = new Date(time).toISOString().slice(0, 10);
    return sums.get(time) ?? { day, bytes: 0, requests: 0, entries: 0 };
  });
}

export const noReason = 'no_reason';

/** Reasons of entries, alphabetically. */
export function reasonsOf(rows: readonly Pick<LedgerRow, 'residential_ledger_reason'>[]): string[] {
  const reasons = new Set(rows.map((row) => row.residential_ledger_reason ?? noReason));
  return [...reasons].toSorted((left, right) => left.localeCompare(right, 'en'));
}

/** Reasons to add up: a top-up is bought, not used. */
export function defaultReasons(reasons: readonly string[]): readonly string[] {
  const used = reasons.filter((reason) => reason !== 'top_up');
  return used.length === 0 ? reasons : used;
}

export interface UsagePace {
  readonly bytesPerDay: number;
  /** Days of the mean. */
  readonly dayCount: number;
  /** `YYYY-MM-DD`; null: unknown, or years. */
  readonly lastsUntil: string | null;
}

const maxDays = 30;
const fewestDays = 7;
const farthestDays = 730;

/**
 * The mean use of whole days; null: too few, or no use.
 *
 * @param days oldest first, without gaps; the newest is not counted
 * @param bytesLeft of the summary; null: unknown
 */
export function usagePace(days: readonly DaySum[], bytesLeft: number | null): UsagePace | null {
  const newest = days.at(-1);
  const whole = days.slice(0, -1).slice(-maxDays);
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
