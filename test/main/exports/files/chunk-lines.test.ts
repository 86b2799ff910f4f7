import { expect, test } from 'vitest';
import { chunkLines } from '../../../../src/main/exports/files/write.ts';

/** All chunks, each copied while it is still what it was. */
const join = (lines: Iterable<string>): Buffer =>
  Buffer.concat(Array.from(chunkLines(lines), (chunk) => Buffer.from(chunk)));

test('no lines make no chunk, and an empty line makes one', () => {
  expect([...chunkLines([])]).toEqual([]);
  expect(join(['']).toString()).toBe('\n');
});

test('lines of every length and character width come out complete and in order', () => {
  const characters = ['a', 'é', '€', '😀', '\ud800'];
  const lengths = [0, 1, 8191, 8192, 87_381, 87_382, 262_144, 300_000, 7];
  const lines = lengths.flatMap((length) =>
    characters.map((character) => `${character.repeat(length)}|${String(length)}`),
  );
  const many = [...lines, ...lines.toReversed()];
  expect(join(many).equals(Buffer.from(many.map((line) => `${line}\n`).join('')))).toBe(true);
});

test('a chunk is not changed while the next one is encoded', () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `line ${String(index)}`);
  let text = '';
  let before: Uint8Array = Buffer.alloc(0);
  for (const chunk of chunkLines(lines)) {
    text += Buffer.from(before).toString();
    before = chunk;
  }
  text += Buffer.from(before).toString();
  expect(text).toBe(lines.map((line) => `${line}\n`).join(''));
});
