import { expect, test } from 'vitest';
import { LineKeys } from '../../../src/renderer/table/row-keys.ts';

/** The names of the lines after each move. */
function namesAfter(...moves: readonly (readonly [first: number, end: number])[]): number[][] {
  const keys = new LineKeys();
  return moves.map(([first, end]) => {
    const shift = keys.shiftFor(first, end);
    return Array.from({ length: end - first }, (_, step) => first + step - shift);
  });
}

test('lines that stay in sight keep their names', () => {
  const [before = [], after = []] = namesAfter([10, 14], [12, 16]);
  expect(after.slice(0, 2)).toEqual(before.slice(2));
  expect(new Set([...before, ...after]).size).toBe(6);
});

test('after a jump the lines take the names of those that are gone', () => {
  const [before, down, up] = namesAfter([10, 14], [9000, 9004], [3, 7]);
  expect(down).toEqual(before);
  expect(up).toEqual(before);
});

test('a list that is empty for a while names its lines anew', () => {
  const [before, none, after] = namesAfter([0, 3], [0, 0], [0, 3]);
  expect(none).toEqual([]);
  expect(after).toEqual(before);
});
