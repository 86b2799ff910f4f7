import { expect, it } from 'vitest';
import { nextSort } from '../../../../src/renderer/table/grid/heading-menu.ts';

it('goes up, down and back to the order as received', () => {
  const up = nextSort([], ['port'], false);
  const down = nextSort(up, ['port'], false);
  expect(up).toEqual([{ field: 'port', isDescending: false }]);
  expect(down).toEqual([{ field: 'port', isDescending: true }]);
  expect(nextSort(down, ['port'], false)).toEqual([]);
});

it('begins with the highest number', () => {
  const down = nextSort([], ['latency'], false, true);
  const up = nextSort(down, ['latency'], false, true);
  expect(down).toEqual([{ field: 'latency', isDescending: true }]);
  expect(up).toEqual([{ field: 'latency', isDescending: false }]);
  expect(nextSort(up, ['latency'], false, true)).toEqual([]);
});

it('adds a key behind the others and turns it in its place', () => {
  const both = nextSort([{ field: 'country', isDescending: false }], ['port'], true);
  expect(both.map((key) => key.field)).toEqual(['country', 'port']);
  const turned = nextSort(both, ['country'], true);
  expect(turned.map((key) => key.isDescending)).toEqual([true, false]);
  expect(nextSort(turned, ['country'], true).map((key) => key.field)).toEqual(['port']);
});
