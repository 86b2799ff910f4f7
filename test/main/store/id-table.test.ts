import { expect, test } from 'vitest';
import { createIdTable } from '../../../src/main/store/id-table.ts';

const uuid = (...words: number[]): Buffer => {
  const bytes = Buffer.alloc(16);
  words.forEach((word, index) => bytes.writeUInt32LE(word, index * 4));
  return bytes;
};

/** Two of them have the same bits as another one, and are told apart by who asks. */
const ids = [
  uuid(1, 2, 3, 4),
  uuid(2, 1, 4, 3),
  uuid(0xffffffff, 0, 0x80000000, 0),
  'svc-1',
  '1-cvs',
  '',
  7n,
  '7',
];

test('every id is found under its key, also beside others with the same hash', () => {
  const table = createIdTable();
  ids.forEach((id, index) => {
    expect(table.find(id, (key) => ids[key - 1] === id)).toBeUndefined();
    table.add(id, index + 1);
  });
  for (const [index, id] of ids.entries()) {
    const copy = Buffer.isBuffer(id) ? Buffer.from(id) : id;
    expect(table.find(copy, (key) => ids[key - 1] === id)).toBe(index + 1);
  }
  expect(table.find('svc-2', () => true)).toBeUndefined();
  table.release();
  expect(table.find('svc-1', () => true)).toBeUndefined();
});
