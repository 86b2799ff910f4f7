import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createOutput, formatCell, tableLines } from '../../../src/main/cli/output.ts';

test('columns are as wide as their widest cell, and a table without rows is its header', () => {
  const rows = [
    [100, 'a'],
    ['2', 'long name'],
    [null, 'c'],
  ];
  expect([...tableLines(['id', 'name'], rows)]).toEqual(['id   name', '100  a', '2    long name', '     c']);
  expect([...tableLines(['id', 'name'], [])]).toEqual(['id  name']);
});

test('a long table is printed before all of its rows have been read', () => {
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

const hostile = 'a\u001b[31m\u0007\u007f\u0085\u009b2J\u009d52;c;\u2028\u2029\u202e\u2066\u200f\u061cz';
/** What a terminal acts on: C0, DEL, C1, line and paragraph separators, marks of direction. */
const acted = /[^\P{Cc}\n]|[\u2028\u2029\p{Bidi_Control}]/u;

test('text from the service reaches a terminal without control and direction characters, in JSON too', async () => {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const signal = new AbortController().signal;
  const json = createOutput({ stdout, stderr }, true, signal);
  json.json({ [hostile]: [hostile] });
  await json.stream([JSON.stringify({ [hostile]: hostile })], true);
  const printed = String(stdout.read());
  expect(printed).not.toMatch(acted);
  const [first = '', second = ''] = printed.split(/^(?=\[)/m);
  expect(JSON.parse(first)).toEqual({ [hostile]: [hostile] });
  expect(JSON.parse(second)).toEqual([{ [hostile]: hostile }]);

  const plain = createOutput({ stdout, stderr }, false, signal);
  plain.line(hostile);
  plain.message(hostile);
  plain.line(formatCell(hostile));
  await plain.table(['name'], [[hostile]]);
  expect(String(stdout.read()) + String(stderr.read())).not.toMatch(acted);
});
