import { expect, test } from 'vitest';
import { formatTable, tableLines } from '../../../src/main/cli/output.ts';

test('columns are as wide as their widest cell, and a table without rows is its head', () => {
  expect(
    formatTable(
      ['id', 'name'],
      [
        ['100', 'a'],
        ['2', 'long name'],
      ],
    ),
  ).toEqual(['id   name', '100  a', '2    long name']);
  expect(formatTable(['id', 'name'], [])).toEqual(['id  name']);
});

test('the lines of a long table come before its rows have all been read', () => {
  let read = 0;
  function* rows(): Generator<string[]> {
    for (; read < 1_000_000; read += 1) yield [String(read), 'x'];
  }
  const lines = tableLines(['id', 'name'], rows());
  const first = Array.from({ length: 10_100 }, () => String(lines.next().value));
  expect(first.at(1)).toBe('0     x');
  expect(first.at(-1)).toBe('10098  x');
  expect(read).toBeLessThan(20_000);
});
