import { expect, test } from 'vitest';
import { levelsOf, strengthOf } from '../../../../src/renderer/kit/map/map-levels.ts';

test('levels begin at round parts of the largest count', () => {
  const levels = levelsOf([31_240, 11_860, 3]);
  expect(levels.map(({ from }) => from)).toEqual([1, 1000, 5000, 10_000]);
  expect([0, 1, 999, 1000, 9999, 31_240].map((count) => strengthOf(levels, count))).toEqual([
    0, 1, 1, 2, 3, 4,
  ]);
});

test('few counts have few levels, and the highest is always the strongest color', () => {
  expect(levelsOf([])).toEqual([]);
  expect(levelsOf([0, 0])).toEqual([]);
  expect(levelsOf([1])).toEqual([{ from: 1, strength: 4 }]);
  expect(levelsOf([3, 12]).map(({ from, strength }) => [from, strength])).toEqual([
    [1, 3],
    [2, 4],
  ]);
});

test('no two levels begin at the same count, whatever the largest', () => {
  for (let most = 1; most <= 500; most += 1) {
    const starts = levelsOf([most]).map(({ from }) => from);
    expect(starts, String(most)).toEqual(
      [...new Set(starts)].toSorted((one, other) => one - other),
    );
  }
});
