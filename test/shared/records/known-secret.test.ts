import { expect, test } from 'vitest';
import { createSecretFinder } from '../../../src/shared/records/known-secret.ts';

const holds = createSecretFinder(['Gx7"kPw/2q é', 'short', '84736251', 'abc', '\ud800-lone-half']);

test.each([
  'Gx7"kPw/2q é',
  'before Gx7"kPw/2q é after',
  'xGx7"kPw/2q éx',
  JSON.stringify({ note: 'Gx7"kPw/2q é' }),
  `http://u:${encodeURIComponent('Gx7"kPw/2q é')}@h`,
  'is short, said he',
  'pin:84736251.',
  'short short',
  '\ud800-lone-half',
])('a text such as %j contains a known secret', (text) => {
  expect(holds(text)).toBe(true);
});

test.each(['Gx7"kPw/2q é', '84736251', '\u{1f511}\u{1f511}~~~>>>???'])(
  'the base64 of %j is found after any name',
  (secret) => {
    const finds = createSecretFinder([secret]);
    for (const name of ['', 'u:', 'me:', 'you:']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        for (const end of ['', '!', '\n.']) {
          const text = Buffer.from(`${name}${secret}${end}`).toString(encoding);
          expect([text, finds(`curl -H "X: ${text}"`)]).toEqual([text, true]);
        }
      }
      expect(finds(Buffer.from(`${name}another-word`).toString('base64'))).toBe(false);
    }
  },
);

test.each(['', 'Gx7', 'shortest way', 'overshort', '184736251', '847362510', 'abc', 'SHORT'])(
  'a text such as %j contains none',
  (text) => {
    expect(holds(text)).toBe(false);
  },
);

test('ten thousand secrets are looked for in a long text', () => {
  const many = createSecretFinder(
    Array.from({ length: 10_000 }, (_, index) => `${String(index)}-secret-${String(index)}`),
  );
  expect(many('12345-secret-1234'.repeat(10_000))).toBe(false);
  expect(many(`${'12345-secret-1234 '.repeat(10_000)}99999-secret-99999`)).toBe(true);
});
