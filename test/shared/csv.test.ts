import { expect, test } from 'vitest';
import { csvTable, plainTable, type TableColumn } from '../../src/shared/csv.ts';

test('cells are quoted where they must be, and no text is calculated by a spreadsheet', () => {
  const rows = [
    ['plain', 'a, "b"\nc', null],
    ['=1+1', '-5', -5],
    ['@x', '+49', true],
  ];
  expect(csvTable(['one', 'two', 'three'], rows)).toBe(
    'one,two,three\r\nplain,"a, ""b""\nc",\r\n' + "'=1+1,'-5,-5\r\n'@x,'+49,true\r\n",
  );
});

test('the file of a table has the values of its columns, also of those that are not shown', () => {
  const columns: readonly TableColumn<{ readonly id: string; readonly bytes: number | null }>[] = [
    { name: 'id', title: 'Name', value: ({ id }) => id, text: ({ id }) => id.toUpperCase() },
    { name: 'bytes', value: ({ bytes }) => bytes },
    { name: 'action', title: 'Action' },
  ];
  expect(plainTable('Any', columns, [{ id: 'a', bytes: null }])).toEqual({
    name: 'Any',
    headings: ['id', 'bytes'],
    rows: [['a', null]],
  });
});
