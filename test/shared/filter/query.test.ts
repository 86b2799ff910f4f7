import { expect, test } from 'vitest';
import { parseQuery } from '../../../src/shared/filter/query.ts';
import { formatTerm, hasValue, toggleValue } from '../../../src/shared/filter/query-edit.ts';
import type { QueryTerm } from '../../../src/shared/filter/query-term.ts';
import { createRandom } from '../../support/random.ts';

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
  ['ip:203.', text('203.')],
  ['ip:::ffff:1.2.3.4', text('::ffff:1.2.3.4')],
  ['subnet:2001:db8::', text('2001:db8::')],
  ['updated:<7d', { kind: 'below', bound: '7d', isInclusive: false }],
  ['updated:1d..2w', { kind: 'range', from: '1d', to: '2w' }],
  ['updated:"2026-10-01 08:00:00"', text('2026-10-01 08:00:00')],
  ['city:=York', { ...text('York'), isExact: true }],
  ['city:="New York"', { ...text('New York'), isExact: true }],
  ['city:"=York"', text('=York')],
  ['city:=""', text('')],
])('%s asks for one value', (query, value) => {
  expect(termsOf(query).map((term) => term.values)).toEqual([[value]]);
});

test.each(['2001:db8::1', 'fe80::1', 'dead:beef::', '203.0.113.', 'a,b'])('%s is a bare word', (word) => {
  expect(termsOf(word)).toMatchObject([{ key: null, values: [text(word)] }]);
});

test.each([
  ['contry:US', /"contry" is not a filter key.*country/, 0, 9],
  ['type:isp color:red', /"color" is not a filter key/, 9, 18],
  ['port:1,abc', /"abc" is not a number/, 7, 10],
  ['city:>5', /numbers and dates only/, 5, 7],
  ['online:maybe', /not yes or no/, 7, 12],
  ['country:', /needs a value/, 0, 8],
  ['"new york', /closing quote/, 0, 9],
  ['updated:>soon', /neither a date .* nor an age/, 8, 13],
  ['-', /minus sign/, 0, 1],
  ['port:..', /range needs/, 5, 7],
  ['updated:7d', /newer or older: <7d or >7d/, 8, 10],
  ['updated:>2026-13', /neither a date/, 8, 16],
  ['updated:2026-02-30', /neither a date/, 8, 18],
  ['updated:2026-10-01T24:00', /neither a date/, 8, 24],
  ['updated:1d..2026-10-01', /not one of each/, 8, 22],
  ['port:=>5', /not both/, 5, 8],
  ['city:=*', /star in quotes/, 5, 7],
  ['type:isp ip:300.1.1.1', /"300.1.1.1" is not an address/, 12, 21],
  ['ip:10.0.0.0/33', /not an address/, 3, 14],
  ['ip:010.', /not an address/, 3, 7],
  ['ip:1.2.3.4.5', /not an address/, 3, 12],
  ['ip:10./8', /not an address/, 3, 8],
  ['ip:host', /not an address/, 3, 7],
  ['ip6:2001:db8::/129', /not an address/, 4, 18],
  ['ip6:1::2::3/64', /not an address/, 4, 14],
  ['ip6:xyz', /2001:db8::.32/, 4, 7],
  ['subnet:10.0.0.0/99', /not an address/, 7, 18],
  ['port:>=1e3', /"1e3" is not a number/, 5, 10],
  ['ip:300.1.1.1/8', /not an address/, 3, 14],
  ['ip:300.', /not an address/, 3, 7],
  ['ip:1.2.3.4.', /not an address/, 3, 11],
  ['ip:>5', /numbers and dates only/, 3, 5],
  ['ip6:203.0.113.7', /not an address/, 4, 15],
  ['updated:soon', /neither a date/, 8, 12],
  ['constructor:x', /"constructor" is not a filter key/, 0, 13],
])('%s is refused, saying where and why', (query, message, start, end) => {
  const parsed = parseQuery(query, 'proxies');
  if (parsed.ok) throw new Error('it parsed');
  expect(parsed.problem.message).toMatch(message);
  expect(parsed.problem).toMatchObject({ start, end });
});

test('a term that is written is read back as it was, whatever the text', () => {
  const texts = ['US', 'new york', 'a"b', 'back\\slash', '-x', '=x', '*', '', 'a,b', 'x:y', '>1', '1..2', 'é 😀'];
  for (const value of texts) {
    expect(termsOf(formatTerm('city', [value, 'z']))[0]?.values).toEqual([text(value), text('z')]);
  }
});

test('a facet adds its value to the term that is there, and takes it out again', () => {
  const one = toggleValue('type:isp "new york"', 'proxies', 'country', 'US');
  expect(one).toBe('type:isp "new york" country:US');
  const two = toggleValue(one, 'proxies', 'country', 'GB');
  expect(two).toBe('type:isp "new york" country:US,GB');
  expect(hasValue(parseQuery(two, 'proxies'), 'country', 'gb')).toBe(true);
  const back = toggleValue(two, 'proxies', 'country', 'US');
  expect(back).toBe('type:isp "new york" country:GB');
  expect(toggleValue(back, 'proxies', 'country', 'GB')).toBe('type:isp "new york"');
  expect(toggleValue('', 'proxies', 'service', 'ISP New York')).toBe('service:"ISP New York"');
  const exact = toggleValue('city:york', 'proxies', 'city', 'New York', true);
  expect(exact).toBe('city:york,="New York"');
  expect(hasValue(parseQuery(exact, 'proxies'), 'city', 'new york')).toBe(true);
  expect(toggleValue(exact, 'proxies', 'city', 'New York', true)).toBe('city:york');
  expect(toggleValue('broken:', 'proxies', 'country', 'US')).toBe('broken:');
});

test('a filter that is too long, or has too many terms or values, is refused at once', () => {
  const repeat = (count: number, write: (index: string) => string): string =>
    Array.from({ length: count }, (_, index) => write(String(index))).join(' ');
  const list = (key: string, count: number): string =>
    `${key}:${Array.from({ length: count }, (_, index) => String(8000 + index)).join(',')}`;
  for (const query of [
    repeat(100, (index) => `type:t${index}`),
    list('port', 500),
    // Every row is searched for a word, and for a part of a name.
    repeat(10, (index) => `w${index}`),
    list('city', 50),
  ]) {
    expect(termsOf(query).length).toBeGreaterThan(0);
  }
  for (const [query, message] of [
    [repeat(101, (index) => `type:t${index}`), /100 terms at most/],
    [list('port', 501), /500 values at most/],
    [repeat(11, (index) => `-w${index}`), /a word or a user counts as 50/],
    [list('city', 51), /a part of a name as 10/],
    [list('user', 11), /a user counts as 50/],
    [list('country', 51), /a part of a name as 10/],
    [repeat(50_000, (index) => `w${index}`), /10,000 characters at most/],
    ['"'.repeat(100_000), /10,000 characters at most/],
  ] as const) {
    const parsed = parseQuery(query, 'proxies');
    if (parsed.ok) throw new Error('it parsed');
    expect(parsed.problem.message).toMatch(message);
    expect(parsed.problem.end).toBeLessThanOrEqual(query.length);
  }
});

test('a word that is repeated is one word', () => {
  expect(termsOf('a A "a" b -a -A')).toMatchObject([
    { isNegated: false, values: [text('a')] },
    { isNegated: false, values: [text('b')] },
    { isNegated: true, values: [text('a')] },
  ]);
  expect(termsOf('a '.repeat(5000))).toHaveLength(1);
});

test('several whole addresses or UUIDs that follow each other ask for any of them', () => {
  const ids = ['1b4e28ba-2fa1-41d2-883f-0016d3cca427', '6fa459ea-ee8a-3ca4-894e-db77e160355e'];
  const pasted = `203.0.113.7\n2001:db8::1 country:US ${ids.join(' ')} 203.0.113.9`;
  expect(termsOf(pasted)).toEqual([
    { key: 'ip', isNegated: false, values: [text('203.0.113.7'), text('2001:db8::1')], start: 0, end: 23 },
    { key: 'country', isNegated: false, values: [text('US')], start: 24, end: 34 },
    { key: 'id', isNegated: false, values: ids.map(text), start: 35, end: 108 },
    { key: null, isNegated: false, values: [text('203.0.113.9')], start: 109, end: 120 },
  ]);
  expect(termsOf('203.0.113. 203.0.114.').map(({ key }) => key)).toEqual([null, null]);
  expect(termsOf('-203.0.113.7 -203.0.113.8').map(({ key }) => key)).toEqual([null, null]);
});

test('10,000 random texts never make the parser throw', () => {
  const alphabet = 'country:port"\\,-<>=.*/ é\n😀19';
  const random = createRandom(7);
  let refused = 0;
  for (let round = 0; round < 10_000; round += 1) {
    const length = random(24);
    let sample = '';
    for (let index = 0; index < length; index += 1) sample += alphabet.charAt(random(alphabet.length));
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
