import { expect, it } from 'vitest';
import { parseJson } from '../../../src/shared/json.ts';
import { readMetadataRows, toMetadataRows } from '../../../src/renderer/services/service-edit.ts';

const row = (key: string, text: string, id = 0): { id: number; key: string; text: string } => ({ id, key, text });

it('gives metadata back as it was received, its kinds too', () => {
  const received = { team: 'ads', seats: 12, paid: true, none: null, big: 2n ** 60n };
  const { metadata, problem } = readMetadataRows(toMetadataRows(received));
  expect(metadata).toEqual(received);
  expect(problem).toBeNull();
});

it('keeps the kind of a value that still fits it, and makes texts of the others', () => {
  const received = { seats: 12, paid: true, code: '7' };
  const texts = ['13', 'maybe', '8'];
  const rows = toMetadataRows(received).map((line, at) => ({ ...line, text: texts[at] ?? '' }));
  expect(readMetadataRows([...rows, row('new', '9')]).metadata).toEqual({
    seats: 13,
    paid: 'maybe',
    code: '8',
    new: '9',
  });
});

it('keeps the kind of a value whose key is renamed', () => {
  const rows = toMetadataRows({ seats: 5 }).map((line) => ({ ...line, key: 'places' }));
  expect(readMetadataRows(rows).metadata).toEqual({ places: 5 });
});

it.each(['[]', 'null', '"text"'])('returns no lines for %s', (text) => {
  expect(toMetadataRows(parseJson(text))).toEqual([]);
});

it('takes a key that JavaScript objects have already for a key like others', () => {
  const { metadata } = readMetadataRows([row('__proto__', 'a'), row('constructor', 'b')]);
  expect(Object.keys(metadata)).toEqual(['__proto__', 'constructor']);
});

it('leaves out lines that are wholly empty', () => {
  expect(readMetadataRows([row('', ''), row('a', '')]).metadata).toEqual({ a: '' });
});

const many = (count: number): { id: number; key: string; text: string }[] =>
  Array.from({ length: count }, (_, at) => row(`k${at}`, 'v'));

it.each([
  ['a value without a key', [row('', 'v')], 'needs a key'],
  ['a key twice', [row('a', '1'), row('a', '2')], '"a" is there twice'],
  ['31 keys', many(31), '31 keys; at most 30 are allowed'],
  ['301 characters', [row('a', 'x'.repeat(301))], '301 characters; at most 300 are allowed'],
  ['more than 32 KB', [row('x'.repeat(33_000), 'v')], 'larger than 32 KB'],
])('says what is wrong with %s', (_what, rows, said) => {
  expect(readMetadataRows(rows).problem).toContain(said);
});

it('allows values at the limits', () => {
  const rows = many(30).map(({ key }) => row(key, 'x'.repeat(300)));
  expect(readMetadataRows(rows).problem).toBeNull();
});
