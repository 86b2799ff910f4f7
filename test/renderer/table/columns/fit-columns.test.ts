import { expect, it } from 'vitest';
import { fitColumns } from '../../../../src/renderer/table/columns/grid-column.ts';

const columns = [
  { key: 'address', minPx: 120, priority: 9 },
  { key: 'port', minPx: 60, priority: 2 },
  { key: 'place', minPx: 100, priority: 5 },
];
const fitted = (widthPx: number): string[] => fitColumns(columns, widthPx).map((column) => column.key);

it('keeps every column where there is room', () => {
  expect(fitted(280)).toEqual(['address', 'port', 'place']);
});

it('gives up the least important first and keeps the order', () => {
  expect(fitted(279)).toEqual(['address', 'place']);
  expect(fitted(100)).toEqual(['address']);
});
