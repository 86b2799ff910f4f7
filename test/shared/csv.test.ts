import { expect, test } from 'vitest';
import { csvTable } from '../../src/shared/csv.ts';

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
