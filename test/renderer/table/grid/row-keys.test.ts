import { expect, test } from 'vitest';
import { createRowKeys } from '../../../../src/renderer/table/grid/grid-scroll.svelte.ts';

/** The keys of the rows after each move. */
function keysAfter(...moves: readonly (readonly [first: number, end: number])[]): number[][] {
  const rowShift = createRowKeys();
  return moves.map(([first, end]) => {
    const shift = rowShift(first, end);
    return Array.from({ length: end - first }, (_, step) => first + step - shift);
  });
}

test('rows that stay visible keep their keys', () => {
  const [before = [], after = []] = keysAfter([10, 14], [12, 16]);
  expect(after.slice(0, 2)).toEqual(before.slice(2));
  expect(new Set([...before, ...after]).size).toBe(6);
});

test('after a jump the rows take the keys of the rows before', () => {
  const [before, down, up] = keysAfter([10, 14], [9000, 9004], [3, 7]);
  expect(down).toEqual(before);
  expect(up).toEqual(before);
});

test('rows after an empty list start with the same keys again', () => {
  const [before, none, after] = keysAfter([0, 3], [0, 0], [0, 3]);
  expect(none).toEqual([]);
  expect(after).toEqual(before);
});
