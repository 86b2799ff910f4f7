import { expect, it } from 'vitest';
import { localQuery, sortRows } from '../../../../src/renderer/table/rows/local-grid.svelte.ts';

const rows = [
  { id: 'a', count: 10, name: 'AS9' },
  { id: 'b', count: null, name: 'AS10' },
  { id: 'c', count: 2, name: 'AS9' },
];
const ids = (sorted: readonly { readonly id: string }[]): string => sorted.map(({ id }) => id).join('');

it('sorts numbers by size, texts as people read them, and none last either way', () => {
  expect(ids(sortRows(rows, [{ field: 'count', isDescending: false }]))).toBe('cab');
  expect(ids(sortRows(rows, [{ field: 'count', isDescending: true }]))).toBe('acb');
  const byName = [
    { field: 'name', isDescending: false },
    { field: 'count', isDescending: true },
  ];
  expect(ids(sortRows(rows, byName))).toBe('acb');
  expect(sortRows(rows, [])).toBe(rows);
});

it('answers a window of the sorted rows and their count', async () => {
  const query = localQuery(rows);
  expect(await query.count()).toBe(3);
  expect(ids(await query.rows([{ field: 'count', isDescending: false }], 1, 1))).toBe('a');
});
