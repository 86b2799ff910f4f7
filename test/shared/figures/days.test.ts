import { expect, test } from 'vitest';
import { addDays, daysUntil, localDay } from '../../../src/shared/figures/days.ts';

test('a day is that of this computer, up to its last minute', () => {
  expect(localDay(new Date(2026, 0, 5, 23, 59).getTime())).toBe('2026-01-05');
  expect(localDay(new Date(2026, 0, 6, 0, 0).getTime())).toBe('2026-01-06');
});

test('days are counted over the ends of months and years', () => {
  expect(addDays('2027-12-31', 60)).toBe('2028-02-29');
  expect(daysUntil('2028-02-29', '2027-12-31')).toBe(60);
  expect(daysUntil('2028-02-29', '2028-02-29')).toBe(0);
  expect(daysUntil('2028-02-28', '2028-02-29')).toBe(0);
});
