import { expect, test } from 'vitest';
import {
  type TemplateField,
  fillTemplate,
  parseTemplate,
  templateFilters,
} from '../../../src/shared/exports/template.ts';
import { makeHostileTexts } from '../../support/hostile-texts.ts';
import { createRandom } from '../../support/random.ts';

const values = {
  host: '203.0.113.10',
  port: 8080,
  username: 'user1',
  password: 'p@ss:1',
  url: 'http://user1:p%40ss%3A1@203.0.113.10:8080',
  protocol: 'http',
  index: 7,
  name: 'US New York 1',
  label: 'shop',
  country: 'US',
  country_name: 'United States',
  subdivision: 'New York',
  city: 'New York',
  postcode: '10001',
  timezone: 'America/New_York',
  asn: 7018,
  network: 'Example, Inc.',
  service: 'svc-1',
  type: 'isp',
  status: 'in_use',
  proxy_id: '00000000-0000-4000-8000-000000000001',
  tag: 'Burnt, shop',
} as const satisfies Record<TemplateField, string | number>;

function fill(text: string, changes: Partial<Record<TemplateField, string>> = {}) {
  const parsed = parseTemplate(text);
  if (!parsed.ok) throw new Error(parsed.problem.message);
  return fillTemplate(parsed.template, (field) => changes[field] ?? values[field]);
}

test.each([
  ['{host}:{port}', '203.0.113.10:8080'],
  ['{url} # {country} {city}', 'http://user1:p%40ss%3A1@203.0.113.10:8080 # US New York'],
  ['{{"n":{index|json},"p":{password|json}}}', '{"n":7,"p":"p@ss:1"}'],
  ['{index|pad:3}-{country|lower}-{city|upper}', '007-us-NEW YORK'],
  ['{network|csv},{ password | url }', '"Example, Inc.",p%40ss%3A1'],
  ['curl -x {url|sh}', "curl -x 'http://user1:p%40ss%3A1@203.0.113.10:8080'"],
  ['{username|base64}\t{password|base64}', 'dXNlcjE=\tcEBzczox'],
  ['}}{name}{{', '}US New York 1{'],
])('%s is filled as it says', (text, line) => {
  expect(fill(text)).toEqual({ ok: true, line });
});

test('an IPv6 host gets brackets before a colon, and none elsewhere', () => {
  const host = '2001:db8::1';
  expect(fill('{host}:{port}', { host })).toEqual({ ok: true, line: '[2001:db8::1]:8080' });
  expect(fill('{host} {port}', { host })).toEqual({ ok: true, line: '2001:db8::1 8080' });
  expect(fill('{host|json}:{port}', { host })).toEqual({ ok: true, line: '"2001:db8::1":8080' });
});

test.each([
  ['', 0, 0, 'needs a field'],
  ['fixed', 0, 5, 'Every line would be the same'],
  ['{host', 0, 5, 'not closed'],
  ['{host}}', 6, 7, 'written }}'],
  ['{host}{', 6, 7, 'not closed'],
  ['{host}:{prt}', 8, 11, 'Unknown field "prt"'],
  ['{}', 1, 1, 'The field is missing'],
  ['{host|}', 6, 6, 'The filter is missing'],
  ['{host|url|shout}', 10, 15, 'Unknown filter "shout"'],
  ['{index|pad}', 7, 10, 'pad:3'],
  ['{index|pad:0}', 7, 12, 'from 1 to 20'],
  ['{index|pad:21}', 7, 13, 'from 1 to 20'],
  ['{index|upper:2}', 7, 14, 'does not take a number'],
  ['{constructor}', 1, 12, 'Unknown field'],
  ['{host|toString}', 6, 14, 'Unknown filter'],
  ['{host}\n', 6, 7, 'one line'],
  ['{host}\u2028', 6, 7, 'one line'],
  [`{host}${'x'.repeat(2000)}`, 2000, 2006, '2000 characters'],
])('%j is refused from %i to %i', (text, start, end, message) => {
  const parsed = parseTemplate(text);
  if (parsed.ok) throw new Error('was taken');
  expect(parsed.problem).toMatchObject({ start, end });
  expect(parsed.problem.message).toContain(message);
});

test('a line break in a value is refused, and a filter that carries it is named', () => {
  for (const bad of ['a\nb', 'a\rb', 'a\0b', 'a\u2028b', 'a\u0085b', 'a\ud800']) {
    expect(fill('{city}', { city: bad })).toMatchObject({ ok: false });
    expect(fill('{city|upper}', { city: bad })).toMatchObject({ ok: false });
    expect(fill('{city|json}', { city: bad })).toMatchObject({ ok: true });
  }
  const refused = fill('{host} {city}', { city: 'a\nb' });
  expect(refused).toMatchObject({ ok: false, reason: expect.stringContaining('json and base64') as string });
});

test('a credential that holds what parts the line is refused, a place name is not', () => {
  expect(fill('{host}:{port}:{username}:{password}')).toMatchObject({
    ok: false,
    reason: expect.stringContaining('holds ":"') as string,
  });
  expect(fill('{username}@{host}', { username: 'a@b' })).toMatchObject({ ok: false });
  expect(fill('{host}:{port}:{username|url}:{password|url}')).toMatchObject({ ok: true });
  expect(fill('{host}|{username}|{password}')).toMatchObject({ ok: true });
  expect(fill('{country} {city} {host}')).toMatchObject({ ok: true });
});

test.each([
  // A quote that encloses several fields is not next to them.
  ['curl -x "http://{username}:{password}@{host}:{port}"', 'password', '$(touch${IFS}pwn)'],
  ['curl -x "http://{username}:{password}@{host}:{port}"', 'password', 'a`id`'],
  ['curl -x "{username} {city}"', 'city', 'a"; touch pwn; "'],
  ['set "P={password}"', 'password', '%PATH%'],
  ["curl -x 'http://{username}:{password}@{host}:{port}'", 'password', "'`id`'"],
  ["p = '{host} {city}'", 'city', '\\'],
  ['`{city}{host}`', 'city', '${alert(1)}'],
  // A filter that adds quotes of its own ends those of the template.
  ['"{host}{password|json}"', 'password', 'x'],
  ["'{host}{password|sh}'", 'password', '$(id)'],
  ['"{host}{password|sh}"', 'password', '$(id)'],
  ['"{host}{password|csv}"', 'password', '$(id)'],
  // Columns, of every field.
  ['{host},{port},{city}', 'city', 'X,injected,column'],
  ['{host}:{port}:{service}:{password}', 'service', 'a:b'],
  ['{host};{network}', 'network', 'a;b'],
  ['{host}|{tag}|{port}', 'tag', 'a|b'],
  ['({city}) {host}', 'city', 'a) b'],
  // A mark that stands between others.
  ['{host}, {port} {city}', 'city', 'X, injected'],
  ['{city} {host}:{port}', 'city', 'a:b'],
] as const)('%s refuses a {%s} that would break out of its place', (template, field, value) => {
  expect(fill(template, { password: 'plain', [field]: value })).toMatchObject({
    ok: false,
    reason: expect.stringContaining('filter') as string,
  });
});

test.each([
  ['curl -x "http://{username|url}:{password|url}@{host}:{port}"', 'a$(b)"\'%'],
  ['curl -x "{url}"', 'a'],
  [`curl -d '{{"p":{password|json}}}' {host}`, 'a"\\$b'],
  ["don't use {host}:{port} {city}", 'a'],
  ['{host},{port},{password|csv}', 'a,b"c'],
  ['curl -U {username|sh}:{password|sh} {host}', "a'b:c"],
  ['{host}:{port} # {name} ({tag|json})', 'a'],
])('%s still carries what its filters carry', (template, password) => {
  expect(fill(template, { password })).toMatchObject({ ok: true });
});

test.each([
  ['{host}|{port}|{password|csv}', 'a|b', '203.0.113.10|8080|"a|b"'],
  ['{host}::{password|csv}', 'a:b', '203.0.113.10::"a:b"'],
  ['{password|csv} {host}', 'a b', '"a b" 203.0.113.10'],
  ['{host}#{password|csv}', 'a|b', '203.0.113.10#a|b'],
  ['{host}|{password|csv|upper}', 'a|b"', '203.0.113.10|"A|B"""'],
])('%s: the filter csv quotes by the separators of the template', (text, password, line) => {
  expect(fill(text, { password })).toEqual({ ok: true, line });
});

test('the filter spreadsheet quotes texts and refuses what a spreadsheet calculates', () => {
  const of = (password: string) => fill('{host},{password|spreadsheet},{port|spreadsheet}', { password });
  expect(of('a,"b"')).toEqual({ ok: true, line: '203.0.113.10,"a,""b""",8080' });
  for (const bad of ['=1+1', 'a;=1+1', '1e5', 'TRUE', '5 Mai']) {
    const reason = expect.stringContaining('spreadsheet') as string;
    expect(of(bad)).toMatchObject({ ok: false, reason });
  }
});

test('200,000 characters go through every filter', () => {
  const password = 'aé1'.repeat(66_667);
  for (const filter of Object.keys(templateFilters)) {
    const call = filter === 'pad' ? 'pad:3' : filter;
    expect(fill(`{host} {password|${call}}`, { password }), filter).toMatchObject({ ok: true });
  }
});

test('10,000 random texts are read or refused, with the place of what is wrong inside them', () => {
  const pieces = ['{', '}', '{host}', '{city|', '|', ':', 'host', 'pad', 'url', '3', ' ', '{{', '}}', 'é', '\n', '😀'];
  const random = createRandom(5);
  let taken = 0;
  for (let round = 0; round < 10_000; round += 1) {
    let text = '';
    for (let step = 0; step < 1 + (round % 9); step += 1) {
      text += pieces[random(pieces.length)] ?? '';
    }
    const parsed = parseTemplate(text);
    if (parsed.ok) {
      taken += 1;
      expect(fillTemplate(parsed.template, (field) => values[field]).ok).toBe(true);
    } else {
      const { start, end } = parsed.problem;
      expect(start <= end && end <= text.length, text).toBe(true);
    }
  }
  expect(taken).toBeGreaterThan(50);
});

test('500 hostile texts are a template or none, and never an error', () => {
  for (const text of makeHostileTexts(500)) {
    expect(parseTemplate(`{host} ${text}`)).toHaveProperty('ok');
  }
});
