import { expect, test } from 'vitest';
import { levelsOf, rateLevels, strengthOf } from '../../../../src/renderer/kit/map/map-levels.ts';

test('countries of a similar size have different colors', () => {
  const levels = levelsOf([390, 395, 400, 405, 410, 415, 420, 430]);
  expect(levels.map(({ from }) => from)).toEqual([390, 400, 410, 420]);
  expect([0, 390, 400, 415, 430].map((count) => strengthOf(levels, count))).toEqual([0, 1, 2, 3, 4]);
});

test('few counts have few levels, and the highest is always the strongest color', () => {
  expect(levelsOf([])).toEqual([]);
  expect(levelsOf([0, 0])).toEqual([]);
  expect(levelsOf([1])).toEqual([{ from: 1, strength: 4 }]);
  expect(levelsOf([3, 12, 3]).map(({ from, strength }) => [from, strength])).toEqual([
    [3, 3],
    [12, 4],
  ]);
});

test('a rate has the same color in every account, and a few failing proxies are pale', () => {
  expect([0, 1, 5, 20, 60].map((rate) => strengthOf(rateLevels, rate))).toEqual([0, 1, 2, 3, 4]);
});
