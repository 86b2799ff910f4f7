import type { LedgerRow } from '../../shared/records/usage.ts';
import { bookedSign, type DaySum, type UsagePace } from '../../shared/figures/usage-pace.ts';
import { addDays } from '../../shared/figures/days.ts';

export interface ChartDay extends DaySum {
  /** Bytes that were bought on this day; 0: none. */
  readonly boughtBytes: number;
  /** Still to come; its bytes follow from the pace. */
  readonly isProjected: boolean;
}

/** Days ahead that the chart shows at most. */
const maxAhead = 14;

/** Adds up the bytes of top-ups by day, whatever their sign. */
export function boughtPerDay(
  rows: readonly Pick<
    LedgerRow,
    'residential_ledger_reason' | 'residential_ledger_period_date' | 'residential_ledger_bytes'
  >[],
): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  const topUps = rows.filter(({ residential_ledger_reason: reason }) => reason === 'top_up');
  const sign = bookedSign(topUps);
  for (const { residential_ledger_period_date: day, residential_ledger_bytes: bytes } of topUps) {
    if (day === null) continue;
    sums.set(day, (sums.get(day) ?? 0) + sign * (bytes ?? 0));
  }
  return sums;
}

/**
 * Days of the ledger with purchases, then projected ones until the data runs out, or two weeks.
 *
 * @param pace null: no projection
 */
export function chartDays(
  days: readonly DaySum[],
  bought: ReadonlyMap<string, number>,
  pace: UsagePace | null,
): readonly ChartDay[] {
  const known = days.map((day) => ({
    ...day,
    boughtBytes: bought.get(day.day) ?? 0,
    isProjected: false,
  }));
  const last = days.at(-1)?.day;
  if (last === undefined || pace === null) return known;
  const ahead = Array.from({ length: maxAhead }, (_, step) => addDays(last, step + 1)).filter(
    (day) => pace.lastsUntil === null || day <= pace.lastsUntil,
  );
  return [
    ...known,
    ...ahead.map((day) => ({
      day,
      bytes: pace.bytesPerDay,
      requests: 0,
      entries: 0,
      boughtBytes: 0,
      isProjected: true,
    })),
  ];
}
