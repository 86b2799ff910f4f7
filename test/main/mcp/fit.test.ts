/** Answers fit into what most clients read of them, and their schemas are plain. */
import { expect, test } from 'vitest';
import { fitRows } from '../../../src/main/mcp/fit.ts';
import { describeTool } from '../../../src/main/mcp/tool.ts';
import { loadTools } from '../../../src/main/mcp/tools.ts';

const row = (length: number) => ({
  texts: Array.from({ length: Math.ceil(length / 1000) }, () => 'x'.repeat(Math.min(length, 1000))),
});

test.each([
  ['all rows fit', [row(10), row(10)], 2, 0, { count: 2, next_offset: null, rows_left: 0 }],
  ['all rows of a page fit', [row(10), row(10)], 9, 4, { count: 2, next_offset: 6, rows_left: 3 }],
  ['some rows fit', [row(30_000), row(30_000), row(1)], 9, 4, { count: 1, next_offset: 5, rows_left: 4 }],
  ['the last rows do not fit', [row(30_000), row(30_000)], 2, 0, { count: 1, next_offset: 1, rows_left: 1 }],
  ['one row is too long', [row(90_000), row(1)], 2, 0, { count: 1, next_offset: 1, rows_left: 1 }],
  [
    'a text is longer than an answer shows it',
    [{ text: 'x'.repeat(90_000) }, row(1)],
    2,
    0,
    { count: 2, next_offset: null, rows_left: 0 },
  ],
  ['there are no rows', [], 0, 0, { count: 0, next_offset: null, rows_left: 0 }],
  ['the offset is after the last row', [], 3, 7, { count: 0, next_offset: null, rows_left: 0 }],
  ['a row has an integer that no double has', [{ id: 2n ** 60n }], 1, 0, { count: 1, next_offset: null, rows_left: 0 }],
])('%s', (_name, page, total, offset, { count, ...expected }) => {
  const { rows, ...rest } = fitRows<object>(page, { total, offset });
  expect(rows).toEqual(page.slice(0, count));
  expect(rest).toEqual(expected);
});

test('the schemas of answers are plain objects, which every client reads', async () => {
  const tools = Object.entries(await loadTools()).map(([name, tool]) => describeTool(name, tool));
  const outputs = tools.flatMap(({ outputSchema }) => (outputSchema === undefined ? [] : [outputSchema]));
  expect(outputs.length).toBeGreaterThan(0);
  for (const schema of outputs) {
    expect(JSON.stringify(schema)).not.toMatch(/"(?:\$ref|\$defs|definitions|anyOf|oneOf|allOf|not)":|"type":\[/);
  }
  // Some clients know no references at all.
  for (const { inputSchema } of tools)
    expect(JSON.stringify(inputSchema)).not.toMatch(/"(?:\$ref|\$defs|definitions)":/);
});
