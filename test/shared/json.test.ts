import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../../src/shared/json.ts';

test.each(['9007199254740993', '-9007199254740993', '[[{"a":[18446744073709551616]}]]', '1e308', '0.1'])(
  '%s is written as it was read',
  (text) => {
    expect(parseJson(stringifyJson(parseJson(text)))).toEqual(parseJson(text));
    expect(stringifyJson(parseJson(text)).replace('+', '')).toBe(text);
  },
);

test('digits in a text are left alone', () => {
  expect(parseJson('{"id":"9007199254740993"}')).toEqual({ id: '9007199254740993' });
});

test('a number beyond every double is its text', () => {
  expect(parseJson('{"a":1e400,"b":[-1e400]}')).toEqual({ a: '1e400', b: ['-1e400'] });
});

test('a hundred thousand lists in lists are read', () => {
  const text = '['.repeat(100_000) + ']'.repeat(100_000);
  expect(Array.isArray(parseJson(text))).toBe(true);
});
