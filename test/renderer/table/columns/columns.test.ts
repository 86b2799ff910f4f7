import { expect, it } from 'vitest';
import { Columns } from '../../../../src/renderer/table/columns/columns.svelte.ts';
import { readLayout, writeLayout } from '../../../../src/renderer/table/columns/column-layout.ts';
import type { GridColumn } from '../../../../src/renderer/table/columns/grid-column.ts';

const column = (key: string, isExtra = false): GridColumn<object> => ({
  key,
  label: key,
  widthRem: 3,
  sortField: null,
  isExtra,
  cell: () => ({ text: key }),
});
const makeColumns = () => new Columns([column('a'), column('x', true), column('b'), column('c')]);
const shown = ({ laidOut }: Columns<object>): string => laidOut.map(({ key }) => key).join('');

it('shows a column at its place, hides another, and keeps the last one', () => {
  const columns = makeColumns();
  columns.toggle('x');
  expect(shown(columns)).toBe('axbc');
  for (const key of ['a', 'b', 'c', 'x']) columns.toggle(key);
  expect(shown(columns)).toBe('x');
  columns.reset();
  expect(shown(columns)).toBe('abc');
});

it('notes only what differs from the default, so that a column that is shown again changes no saved view', () => {
  const columns = makeColumns();
  columns.toggle('a');
  columns.toggle('x');
  expect(columns.layout.shown).toEqual({ a: false, x: true });
  columns.toggle('a');
  columns.toggle('x');
  expect(columns.layout.shown).toEqual({});
});

it('lets no width be too narrow to take or too wide to see', () => {
  const columns = makeColumns();
  columns.resize('a', 3);
  columns.resize('b', 1e9);
  expect(columns.layout.widthsPx).toEqual({ a: 24, b: 1200 });
});

it('leaves out a column that is empty in the first rows', () => {
  const columns = new Columns([column('a'), { ...column('e'), isEmptyIn: () => true }]);
  const drawn = (rows: readonly object[]): string[] => columns.drawn(rows).map(({ key }) => key);
  expect(drawn([])).toEqual(['a', 'e']);
  expect(drawn([{}])).toEqual(['a']);
  // Never a table without columns.
  columns.toggle('a');
  expect(drawn([{}])).toEqual(['e']);
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
  before.toggle('b');
  expect(shown(before)).toBe('a');
  const after = make(true);
  after.layout = readLayout(writeLayout(before.layout));
  expect(shown(after)).toBe('at');
  after.toggle('t');
  after.resize('a', 70);
  expect(shown(after)).toBe('a');
});
