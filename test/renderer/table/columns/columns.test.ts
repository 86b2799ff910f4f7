import { expect, it } from 'vitest';
import { Columns } from '../../../../src/renderer/table/columns/columns.svelte.ts';
import type { GridColumn } from '../../../../src/renderer/table/columns/grid-column.ts';

const column = (key: string, isExtra = false): GridColumn<object> => ({
  key,
  label: key,
  track: '1fr',
  minPx: 50,
  priority: 1,
  sortField: null,
  isExtra,
  cell: () => ({ text: key }),
});
const makeColumns = () => new Columns([column('a'), column('b'), column('c'), column('x', true)]);
const shown = ({ laidOut }: Columns<object>): string => laidOut.map(({ key }) => key).join('');

it('moves a column to the place of another or by steps, never past an end', () => {
  const columns = makeColumns();
  columns.move('a', -1);
  columns.move('c', 1);
  columns.move('x', 'a');
  expect(columns.isArranged).toBe(false);
  columns.move('c', 'a');
  expect(shown(columns)).toBe('cab');
  columns.move('c', 1);
  expect(shown(columns)).toBe('acb');
});

it('adds a column at the end, hides another, and keeps the last one', () => {
  const columns = makeColumns();
  columns.toggle('x');
  expect(shown(columns)).toBe('abcx');
  for (const key of ['a', 'b', 'c', 'x']) columns.toggle(key);
  expect(shown(columns)).toBe('x');
});

it('lets no width be too narrow to take or too wide to see', () => {
  const columns = makeColumns();
  columns.resize('a', 3, columns.all);
  columns.resize('b', 1e9, []);
  expect(columns.layout.widthsPx).toEqual({ a: 24, b: 1200 });
});

it('pins a column at its width, and releases it', () => {
  const columns = makeColumns();
  columns.togglePin('c', 120, columns.laidOut);
  expect(columns.layout).toEqual({
    shown: ['a', 'b', 'c'],
    widthsPx: { c: 120 },
    pinned: ['c'],
  });
  expect(shown(columns)).toBe('cab');
  columns.togglePin('c', 1, columns.laidOut);
  expect(shown(columns)).toBe('abc');
});

it('does not show columns that had no room when a visible one is hidden, moved or resized', () => {
  const visible = [{ key: 'a' }, { key: 'b' }];
  const changes: Record<string, (columns: Columns<object>) => void> = {
    b: (columns) => {
      columns.toggle('a', visible);
    },
    ba: (columns) => {
      columns.move('b', 'a', visible);
    },
    ab: (columns) => {
      columns.resize('a', 90, visible);
    },
  };
  for (const [expected, change] of Object.entries(changes)) {
    const columns = makeColumns();
    change(columns);
    expect(shown(columns)).toBe(expected);
  }
});
