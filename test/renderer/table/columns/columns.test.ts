import { expect, it } from 'vitest';
import { Columns } from '../../../../src/renderer/table/columns/columns.svelte.ts';
import { readLayout, writeLayout } from '../../../../src/renderer/table/columns/column-layout.ts';
import type { GridColumn } from '../../../../src/renderer/table/columns/grid-column.ts';
import { layTracks } from '../../../../src/renderer/table/columns/lay-tracks.ts';

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
  expect(columns.layout.shown).toBe(null);
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
  expect(columns.layout).toMatchObject({
    shown: ['a', 'b', 'c'],
    widthsPx: { c: 120 },
    pinned: ['c'],
  });
  expect(shown(columns)).toBe('cab');
  columns.togglePin('c', 1, columns.laidOut);
  expect(shown(columns)).toBe('abc');
});

it('shows columns that had no room as soon as they have it, whatever was hidden, moved or resized before', () => {
  // Room for two columns next to the count of those that are hidden.
  const narrowPx = 190;
  const drawn = (columns: Columns<object>, widthPx: number): string =>
    layTracks(columns, widthPx, true)
      .columns.map(({ key }) => key)
      .join('');
  const changes: readonly [narrow: string, wide: string, change: (columns: Columns<object>) => void][] = [
    [
      'bc',
      'bc',
      (columns) => {
        columns.toggle('a', visible);
      },
    ],
    [
      'ca',
      'cab',
      (columns) => {
        columns.move('c', 'a', visible);
      },
    ],
    [
      'ca',
      'bca',
      (columns) => {
        columns.move('a', 1, visible);
      },
    ],
    [
      'ac',
      'abc',
      (columns) => {
        columns.resize('a', 45, visible);
      },
    ],
    // It is wider than the table, which scrolls: no column that was visible is hidden.
    [
      'ac',
      'abc',
      (columns) => {
        columns.resize('a', 300, visible);
      },
    ],
    [
      'ca',
      'cab',
      (columns) => {
        columns.togglePin('c', 50, visible);
      },
    ],
  ];
  const visible = [{ key: 'a' }, { key: 'c' }];
  for (const [narrow, wide, change] of changes) {
    const columns = new Columns([column('a'), { ...column('b'), priority: 0 }, column('c')]);
    expect(drawn(columns, narrowPx)).toBe('ac');
    change(columns);
    expect(drawn(columns, narrowPx)).toBe(narrow);
    expect(drawn(columns, 1000)).toBe(wide);
    // The same after a restart.
    columns.layout = readLayout(writeLayout(columns.layout));
    expect(drawn(columns, narrowPx)).toBe(narrow);
    expect(drawn(columns, 1000)).toBe(wide);
  }
});

it('shows the columns of tests when there are some, also if the user arranged the others before', () => {
  const offered = [column('a'), { ...column('t'), isOf: 'tests' as const }, column('b')];
  const make = (hasTests: boolean) =>
    new Columns(
      offered,
      () => undefined,
      () => hasTests,
    );
  const before = make(false);
  before.move('b', 'a');
  expect(shown(before)).toBe('ba');
  const after = make(true);
  after.layout = readLayout(writeLayout(before.layout));
  expect(shown(after)).toBe('bat');
  after.toggle('t');
  after.resize('a', 70, after.laidOut);
  expect(shown(after)).toBe('ba');
});
