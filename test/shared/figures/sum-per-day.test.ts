import { expect, it } from 'vitest';
import { defaultReasons, noReason, reasonsOf, sumPerDay, usagePace } from '../../../src/shared/figures/usage-pace.ts';
import { residentialLedgerFields, type LedgerRow } from '../../../src/shared/records/usage.ts';
import { emptyRow } from '../../support/empty-row.ts';

const entry = (
  day: string | null,
  bytes: number | null,
  requests: number | null = 1,
  reason: string | null = 'usage',
): LedgerRow => ({
  ...emptyRow(residentialLedgerFields),
  service_name: null,
  residential_ledger_bytes: bytes,
  residential_ledger_requests: requests,
  residential_ledger_reason: reason,
  residential_ledger_period_date: day,
});

it('adds the entries of a day up and fills the days between', () => {
  const rows = [
    entry('2026-03-01', 10),
    entry('2026-02-27', 5, 2),
    entry('2026-02-27', 7, null),
    entry('2026-02-27', null),
  ];
  expect(sumPerDay(rows, null, 90)).toEqual([
    { day: '2026-02-27', bytes: 12, requests: 3, entries: 3 },
    { day: '2026-02-28', bytes: 0, requests: 0, entries: 0 },
    { day: '2026-03-01', bytes: 10, requests: 1, entries: 1 },
  ]);
});

it('leaves out entries without a day and days before the last ones asked for', () => {
  const rows = [entry(null, 1), entry('soon', 2), entry('2020-01-01', 3), entry('2026-01-02', 4)];
  expect(sumPerDay(rows, null, 2).map(({ day }) => day)).toEqual(['2026-01-01', '2026-01-02']);
  expect(sumPerDay([entry(null, 1), entry('2026-13-45', 2)], null, 2)).toEqual([]);
});

it('continues with empty days until the day of the last sync, and keeps later entries', () => {
  const rows = [entry('2026-02-27', 5), entry('2026-02-28', 7)];
  const bytesUntil = (until: string): readonly number[] => sumPerDay(rows, until, 90).map(({ bytes }) => bytes);
  expect(bytesUntil('2026-03-02')).toEqual([5, 7, 0, 0]);
  expect(bytesUntil('2026-02-27')).toEqual([5, 7]);
});

it('keeps one entry a day where summer time begins', () => {
  const days = sumPerDay([entry('2026-03-27', 1), entry('2026-03-31', 1)], null, 90);
  expect(days.map(({ day }) => day.slice(8))).toEqual(['27', '28', '29', '30', '31']);
});

it('counts top-ups only where there is nothing else or they are asked for', () => {
  const rows = [entry(null, 1, 1, 'usage'), entry(null, 1, 1, 'top_up'), entry(null, 1, 1, null)];
  expect(reasonsOf(rows)).toEqual([noReason, 'top_up', 'usage']);
  expect(defaultReasons(reasonsOf(rows))).toEqual([noReason, 'usage']);
  expect(defaultReasons(['top_up'])).toEqual(['top_up']);
});

it('counts use that is booked with a minus, and leaves a refund among it a refund', () => {
  const entry = (day: string, bytes: number) => ({
    residential_ledger_period_date: day,
    residential_ledger_bytes: bytes,
    residential_ledger_requests: 1,
  });
  const days = (sign: number) =>
    sumPerDay(
      [entry('2026-11-01', sign * 5e9), entry('2026-11-02', sign * 7e9), entry('2026-11-03', sign * -1e9)],
      null,
      90,
    ).map(({ bytes }) => bytes);
  expect(days(1)).toEqual([5e9, 7e9, -1e9]);
  expect(days(-1)).toEqual(days(1));
  const used = (sign: number) =>
    usagePace(
      sumPerDay(
        Array.from({ length: 9 }, (_, at) => entry(`2026-11-0${String(at + 1)}`, sign * 1e9)),
        null,
        90,
      ),
      10e9,
    );
  expect(used(1)).toMatchObject({ bytesPerDay: 1e9, lastsUntil: '2026-11-19' });
  expect(used(-1)).toEqual(used(1));
});
