import { expect, test } from 'vitest';
import { formatTerm, hasValue, parseQuery, toggleValue } from '../../src/shared/query.ts';
import type { QueryTerm } from '../../src/shared/query-term.ts';

function termsOf(text: string): QueryTerm[] {
  const parsed = parseQuery(text, 'proxies');
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return [...parsed.query.terms];
}

const text = (value: string) => ({ kind: 'text', text: value });

test('the example of the reference parses term by term', () => {
  const terms = termsOf(
    'country:US,GB type:isp online:yes user:alice -status:reserved port:>8100 asn:7922 subnet:203.0.113.0/24 "new york"',
  );
  expect(terms.map(({ key, isNegated, values }) => [key, isNegated, values])).toEqual([
    ['country', false, [text('US'), text('GB')]],
    ['type', false, [text('isp')]],
    ['online', false, [text('yes')]],
    ['user', false, [text('alice')]],
    ['status', true, [text('reserved')]],
    ['port', false, [{ kind: 'above', bound: '8100', isInclusive: false }]],
    ['asn', false, [text('7922')]],
    ['subnet', false, [text('203.0.113.0/24')]],
    [null, false, [text('new york')]],
  ]);
});

test.each([
  ['port:>=8000', { kind: 'above', bound: '8000', isInclusive: true }],
  ['port:<=8000', { kind: 'below', bound: '8000', isInclusive: true }],
  ['port:8000..8100', { kind: 'range', from: '8000', to: '8100' }],
  ['port:8000..', { kind: 'above', bound: '8000', isInclusive: true }],
  ['port:..8100', { kind: 'below', bound: '8100', isInclusive: true }],
  ['updated:>2026-10-01', { kind: 'above', bound: '2026-10-01', isInclusive: false }],
  ['city:*', text('*')],
  ['city:""', text('')],
  ['CITY:"say \\"hi\\""', text('say "hi"')],
  ['ip6:2001:db8::/32', text('2001:db8::/32')],
])('%s asks for one value', (query, value) => {
  expect(termsOf(query).map((term) => term.values)).toEqual([[value]]);
});

test.each(['2001:db8::1', 'fe80::1', 'dead:beef::', '203.0.113.', 'a,b'])(
  '%s is a bare word',
  (word) => {
    expect(termsOf(word)).toMatchObject([{ key: null, values: [text(word)] }]);
  },
);

test.each([
  ['contry:US', /no key "contry".*country/, 0, 9],
  ['type:isp colour:red', /no key "colour"/, 9, 19],
  ['port:abc', /"abc" is not a number/, 0, 8],
  ['city:>5', /numbers and dates only/, 0, 7],
  ['online:maybe', /neither yes nor no/, 0, 12],
  ['country:', /needs a value/, 0, 8],
  ['"new york', /closing quote/, 0, 9],
  ['updated:>soon', /not a date/, 0, 13],
  ['-', /minus sign/, 0, 1],
  ['port:..', /range needs/, 0, 7],
  ['constructor:x', /no key "constructor"/, 0, 13],
])('%s is refused, saying where and why', (query, message, start, end) => {
  const parsed = parseQuery(query, 'proxies');
  if (parsed.ok) throw new Error('it parsed');
  expect(parsed.problem.message).toMatch(message);
  expect(parsed.problem).toMatchObject({ start, end });
});

test('a term that is written is read back as it was, whatever the text', () => {
  const texts = [
    'US',
    'new york',
    'a"b',
    'back\\slash',
    '-x',
    '*',
    '',
    'a,b',
    'x:y',
    '>1',
    '1..2',
    'é 😀',
  ];
  for (const value of texts) {
    expect(termsOf(formatTerm('city', [value, 'z']))[0]?.values).toEqual([text(value), text('z')]);
  }
});

test('a facet adds its value to the term that is there, and takes it out again', () => {
  const one = toggleValue('type:isp "new york"', 'proxies', 'country', 'US');
  expect(one).toBe('type:isp "new york" country:US');
  const two = toggleValue(one, 'proxies', 'country', 'GB');
  expect(two).toBe('type:isp "new york" country:US,GB');
  expect(hasValue(two, 'proxies', 'country', 'gb')).toBe(true);
  const back = toggleValue(two, 'proxies', 'country', 'US');
  expect(back).toBe('type:isp "new york" country:GB');
  expect(toggleValue(back, 'proxies', 'country', 'GB')).toBe('type:isp "new york"');
  expect(toggleValue('', 'proxies', 'service', 'ISP New York')).toBe('service:"ISP New York"');
  expect(toggleValue('broken:', 'proxies', 'country', 'US')).toBe('broken:');
});

test('10,000 random texts never make the parser throw', () => {
  const alphabet = 'country:port"\\,-<>=.*/ é\n😀19';
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  let refused = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const length = random(24);
    let sample = '';
    for (let index = 0; index < length; index += 1)
      sample += alphabet.charAt(random(alphabet.length));
    const parsed = parseQuery(sample, 'proxies');
    if (!parsed.ok) {
      refused += 1;
      expect(parsed.problem.start).toBeLessThanOrEqual(parsed.problem.end);
      expect(parsed.problem.end).toBeLessThanOrEqual(sample.length);
    }
  }
  expect(refused).toBeGreaterThan(100);
  expect(refused).toBeLessThan(10_000);
});
