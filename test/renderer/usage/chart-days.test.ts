import { expect, test } from 'vitest';
import { boughtPerDay, chartDays } from '../../../src/renderer/usage/chart-days.ts';

const day = (name: string, bytes: number) => ({ day: name, bytes, requests: 1, entries: 1 });
const pace = { bytesPerDay: 5, dayCount: 7, lastsUntil: '2026-12-03' };

test('days to come follow the present pace until the data has run out', () => {
  const days = chartDays([day('2026-11-29', 4), day('2026-11-30', 6)], new Map(), pace);
  expect(days.map(({ day, bytes, isProjected }) => [day, bytes, isProjected])).toEqual([
    ['2026-11-29', 4, false],
    ['2026-11-30', 6, false],
    ['2026-12-01', 5, true],
    ['2026-12-02', 5, true],
    ['2026-12-03', 5, true],
  ]);
});

test('at most two weeks are projected, and nothing without a pace', () => {
  const known = [day('2026-11-30', 6)];
  expect(chartDays(known, new Map(), { ...pace, lastsUntil: null })).toHaveLength(1 + 14);
  expect(chartDays(known, new Map(), null)).toHaveLength(1);
  expect(chartDays([], new Map(), pace)).toEqual([]);
});

test('top-ups are marked on their days, and other entries are not', () => {
  const entry = (reason: string | null, date: string | null, bytes: number | null) => ({
    residential_ledger_reason: reason,
    residential_ledger_period_date: date,
    residential_ledger_bytes: bytes,
  });
  const bought = boughtPerDay([
    entry('top_up', '2026-11-30', 20),
    entry('top_up', '2026-11-30', 5),
    entry('usage', '2026-11-29', 9),
    entry('top_up', null, 7),
    entry(null, '2026-11-28', 7),
  ]);
  expect([...bought]).toEqual([['2026-11-30', 25]]);
  expect([...boughtPerDay([entry('top_up', '2026-11-30', -20), entry('usage', '2026-11-30', 9)])]).toEqual([
    ['2026-11-30', 20],
  ]);
  const [first, second] = chartDays([day('2026-11-29', 4), day('2026-11-30', 6)], bought, null);
  expect([first?.boughtBytes, second?.boughtBytes]).toEqual([0, 25]);
});
