import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { ExportRow } from '../../../src/main/exports/format.ts';
import { createTemplateFormat } from '../../../src/main/exports/formats/template.ts';
import { prepareExport } from '../../../src/main/exports/prepare.ts';
import { previewExport } from '../../../src/main/exports/preview.ts';
import type { ExportOptions } from '../../../src/shared/exports/export.ts';
import { makeHostileTexts } from '../../support/hostile-texts.ts';
import { makeProxy, makeStore, makeUser, makeUuid } from '../store/support.ts';
import { needs } from '../../support/needs.ts';

const row: ExportRow = {
  host: '203.0.113.10',
  port: 8080,
  username: 'user1',
  password: 'pass',
  protocol: 'http',
  index: 1,
};

/** The lines of a template for 500 hostile passwords, and the passwords that it carries. */
function writeHostile(template: string): { passwords: string[]; lines: string[] } {
  const format = createTemplateFormat(template);
  const rows = [...makeHostileTexts(500)]
    .map((password, place) => ({ ...row, password, index: place + 1 }))
    .filter((one) => format.refuse(one) === undefined);
  const lines = rows.map((one) => format.encode(one));
  for (const line of lines) expect(line).not.toMatch(/[\p{Cs}\u2028\u2029]|(?!\t)\p{Cc}/u);
  return { passwords: rows.map(({ password }) => password), lines };
}

test('json: JSON.parse returns all 500 hostile passwords', () => {
  const { passwords, lines } = writeHostile('{{"at":{index|json},"p":{password|json}}}');
  expect(passwords).toHaveLength(500);
  expect(lines.map((line) => (JSON.parse(line) as { p: string }).p)).toEqual(passwords);
});

test('url: the WHATWG URL parser returns hostile passwords', () => {
  const { passwords, lines } = writeHostile('http://{username|url}:{password|url}@{host}:{port}');
  expect(passwords.length).toBeGreaterThan(400);
  expect(lines.map((line) => decodeURIComponent(new URL(line).password))).toEqual(passwords);
  const whole = writeHostile('{url}');
  expect(whole.passwords).toEqual(passwords);
  expect(whole.lines).toEqual(lines);
});

test('base64: a decoder returns hostile passwords', () => {
  const { passwords, lines } = writeHostile('{index} {password|base64}');
  expect(passwords.length).toBeGreaterThan(400);
  expect(lines.map((line) => Buffer.from(line.split(' ')[1] ?? '', 'base64').toString('utf8'))).toEqual(passwords);
});

test.skipIf(process.platform === 'win32')('sh: a real shell returns hostile passwords', () => {
  const { passwords, lines } = writeHostile("printf '%s\\n' {password|sh} {index}");
  expect(passwords.length).toBeGreaterThan(250);
  const printed = execFileSync('sh', { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  const found = printed.trimEnd().split('\n');
  expect(found.filter((_, place) => place % 2 === 0)).toEqual(passwords);
});

const python = '/usr/bin/python3';
test("csv: Python's csv returns hostile passwords", () => {
  needs('python3');
  const { passwords, lines } = writeHostile('{host},{password|csv},{index}');
  expect(passwords.length).toBeGreaterThan(250);
  const program =
    'import csv,io,json,sys; text=sys.stdin.buffer.read().decode("utf-8"); print(json.dumps([r[1] if len(r) == 3 else None for r in csv.reader(io.StringIO(text, newline=""), strict=True)]))';
  const printed = execFileSync(python, ['-c', program], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual(passwords);
});

test('upper, lower and pad change nothing else', () => {
  const { passwords, lines } = writeHostile('{password|upper}\t{password|lower}\t{password|pad:9}');
  expect(passwords.length).toBeGreaterThan(250);
  expect(lines).toEqual(
    passwords.map((text) => `${text.toUpperCase()}\t${text.toLowerCase()}\t${text.padStart(9, '0')}`),
  );
});

test('raw: a password is written unchanged between its neighbors, or refused', () => {
  const { passwords, lines } = writeHostile('{host};{username};{password}');
  expect(passwords.length).toBeGreaterThan(200);
  expect(lines.map((line) => line.split(';').slice(2))).toEqual(passwords.map((one) => [one]));
});

test('a template writes the tags of each proxy sorted by name', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2), makeProxy(3)]);
  store.syncs.writePage('proxy_users', [makeUser('alice', { proxy_user_password: 'p' })]);
  const tag = (numbers: readonly number[], ...add: string[]) =>
    store.tags.change({ kind: 'ids', ids: numbers.map(makeUuid) }, { add, remove: [] });
  tag([1], 'shop', 'Über', 'Burnt, twice');
  tag([1, 3], 'a:b');
  const write = (template: string, options: ExportOptions = {}): string[] => {
    const choices = {
      proxyUserId: 'alice',
      proxies: { kind: 'query', where: '' },
      format: 'template',
      template,
      protocol: 'http',
      ip: '4',
      options,
    } as const;
    return [...prepareExport(store, choices).lines];
  };
  const tags = ['a:b, Burnt, twice, shop, Über', '', 'a:b'];
  expect(write('{index} {tag}')).toEqual(tags.map((text, at) => `${String(at + 1)} ${text}`));
  // A tag that holds the mark between the fields would look like another field.
  expect(write('{index}:{tag}')).toEqual(['1:']);
  expect(write('{index} {city} {tag|csv}')).toEqual([
    '1 City 1 "a:b, Burnt, twice, shop, Über"',
    '2 City 2 ',
    '3 City 3 a:b',
  ]);
  const shuffled = write('{proxy_id} {tag}', { shuffleSeed: 'x' });
  expect(shuffled.toSorted()).toEqual(tags.map((text, at) => `${makeUuid(at + 1)} ${text}`));
});

test('an export follows a template, reports skipped rows, and masks its preview', async () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1),
    makeProxy(2, { city_name: 'A\nB' }),
    makeProxy(3, { city_name: null }),
  ]);
  store.syncs.writePage('proxy_users', [makeUser('alice', { proxy_user_password: 'p:1' })]);
  const choices = {
    proxyUserId: 'alice',
    proxies: { kind: 'query', where: '' },
    format: 'template',
    template: '{index|pad:2} {country} {city} {asn} {password|base64}',
    protocol: 'http',
    ip: '4',
  } as const;
  const prepared = prepareExport(store, choices);
  expect([...prepared.lines]).toEqual(['01 GB City 1 7001 cDox', '02 US  7003 cDox']);
  expect(prepared.count()).toMatchObject({ writtenCount: 2, skipped: [{ reason: 'not-representable', count: 1 }] });
  const inQuotes = prepareExport(store, { ...choices, template: '"{city}"' });
  store.syncs.writePage('proxies', [makeProxy(4, { city_name: 'a "city"' })]);
  expect([...inQuotes.lines]).toEqual(['"City 1"', '""']);
  expect(inQuotes.count().skipped).toEqual([
    expect.objectContaining({ count: 1, message: expect.stringContaining('line break') as string }) as object,
    expect.objectContaining({ count: 1, message: expect.stringContaining('text in quotes') as string }) as object,
  ]);
  expect((await previewExport(store, choices, false)).lines.join()).not.toContain('cDox');
  expect(() => prepareExport(store, { ...choices, template: '{hots}' })).toThrow(
    /at character 2: Unknown field "hots"/,
  );
});
