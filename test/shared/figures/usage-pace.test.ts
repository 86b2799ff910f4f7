import { expect, it } from 'vitest';
import { type DaySum, usagePace } from '../../../src/shared/figures/usage-pace.ts';

/** Days up to the last of February 2028, a leap year. */
const days = (bytes: readonly number[]): DaySum[] =>
  bytes.map((of, place) => ({
    day: new Date(Date.UTC(2028, 1, 29 - (bytes.length - 1 - place))).toISOString().slice(0, 10),
    bytes: of,
    requests: 1,
    entries: 1,
  }));

it('means the whole days, not the one that has not ended, and says when the rest is used up', () => {
  const used = days([10, 20, 30, 0, 10, 20, 50, 9999]);
  expect(usagePace(used, 100)).toEqual({ bytesPerDay: 20, dayCount: 7, lastsUntil: '2028-03-05' });
  expect(usagePace(used, 0)?.lastsUntil).toBe('2028-02-29');
});

it('looks at the last thirty days only', () => {
  const used = days([...Array<number>(40).fill(1000), ...Array<number>(30).fill(10), 0]);
  expect(usagePace(used, null)).toMatchObject({ bytesPerDay: 10, dayCount: 30, lastsUntil: null });
});

it('says nothing of too few days, of no use, or of years ahead', () => {
  expect(usagePace([], 100)).toBeNull();
  expect(usagePace(days([5, 5, 5, 5, 5, 5, 5]), 100)).toBeNull();
  expect(usagePace(days([0, 0, 0, 0, 0, 0, 0, 0]), 100)).toBeNull();
  expect(usagePace(days([1, 1, 1, 1, 1, 1, 1, 1]), 1e9)?.lastsUntil).toBeNull();
});
