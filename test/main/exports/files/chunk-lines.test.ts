import { expect, test } from 'vitest';
import { chunkLines } from '../../../../src/main/exports/files/chunk-lines.ts';

test('no lines make no chunk, and an empty line makes one', () => {
  expect([...chunkLines([])]).toEqual([]);
  expect([...chunkLines([''])]).toEqual(['\n']);
});

test('lines of every length come out complete and in order, in chunks of a limited size', () => {
  const lengths = [0, 1, 8191, 8192, 131_071, 131_072, 300_000, 7];
  const lines = lengths.flatMap((length) => ['a', '😀'].map((text) => text.repeat(length)));
  const many = [...lines, ...Array.from({ length: 100_000 }, (_, number) => `line ${number}`)];
  const chunks = [...chunkLines(many)];
  expect(chunks.join('') === many.map((line) => `${line}\n`).join('')).toBe(true);
  const longest = Math.max(...lines.map((line) => line.length));
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(longest + 131_074);
  expect(chunks.length).toBeLessThan(30);
});
