import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExportRow } from '../../../src/main/exports/format.ts';
import { exportFormats, findFormat } from '../../../src/main/exports/formats/index.ts';
import { prepareExport } from '../../../src/main/exports/prepare.ts';
import { previewExport } from '../../../src/main/exports/preview.ts';
import { writeFiles } from '../../../src/main/exports/files/write.ts';
import type { Store } from '../../../src/main/store/index.ts';
import { hardPassword } from '../../support/export-rows.ts';
import { writeHostile } from '../../support/hostile-export.ts';
import { syncDemo } from '../../support/synced-demo.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { needs } from '../../support/needs.ts';

const v4: ExportRow = {
  host: '203.0.113.10',
  port: 8080,
  username: 'user1',
  password: hardPassword,
  protocol: 'http',
  index: 1,
};
const v6: ExportRow = { ...v4, host: '2001:db8::1', port: 1080, password: 'p@ss:1', protocol: 'socks5', index: 2 };

const credentials = ({ username, password }: ExportRow): [string, string] => [username, password];
const pick = (user: string, word: string) => (found: Record<string, unknown>) => [found[user], found[word]];
type Found = Record<string, unknown>[];

const python = '/usr/bin/python3';

function readWithPython(program: string, input: string): Found {
  const printed = execFileSync(python, ['-c', program], { input, encoding: 'utf8' });
  return JSON.parse(printed) as Found; // The program prints a list of objects.
}

test.each([
  ['json', (text: string) => JSON.parse(text) as Found],
  ['ndjson', (text: string) => JSON.parse(`[${text.trimEnd().split('\n').join(',')}]`) as Found],
  ['playwright', (text: string) => JSON.parse(text) as Found],
  ['sing-box', (text: string) => (JSON.parse(text) as { outbounds: Found }).outbounds],
])('500 hostile credentials come out of %s as they went in, or are refused', (name, read) => {
  const { rows, text } = writeHostile(name);
  expect(rows.length).toBeGreaterThan(150);
  expect(read(text).map(pick('username', 'password'))).toEqual(rows.map(credentials));
});

test.each([['csv'], ['spreadsheet-csv']])(
  "Python's csv reads 500 hostile credentials of %s as they went in",
  (name) => {
    needs('python3');
    const { rows, text } = writeHostile(name);
    const found = readWithPython(
      'import csv,io,json,sys; text=sys.stdin.buffer.read().decode("utf-8-sig"); print(json.dumps(list(csv.DictReader(io.StringIO(text, newline=""), strict=True))))',
      text,
    );
    expect(rows.length).toBeGreaterThan(150);
    expect(found.map(pick('username', 'password'))).toEqual(rows.map(credentials));
  },
);

test('PyYAML reads 500 hostile credentials of mihomo unchanged', () => {
  needs('python3', 'python3-yaml');
  const { rows, text } = writeHostile('mihomo');
  const found = readWithPython(
    'import json,sys,yaml; print(json.dumps(yaml.safe_load(sys.stdin.buffer.read())["proxies"]))',
    text,
  );
  expect(rows.length).toBeGreaterThan(150);
  expect(found.map(pick('username', 'password'))).toEqual(rows.map(credentials));
  expect(new Set(found.map(({ name }) => name)).size).toBe(rows.length);
});

test.skipIf(process.platform === 'win32')('sh passes 500 hostile credentials to curl unchanged', () => {
  const { rows, text } = writeHostile('curl');
  const script = `curl() { printf '%s\\n' "$#" "$2"; }\n${text}`;
  const printed = execFileSync('sh', { input: script, encoding: 'utf8' }).trimEnd().split('\n');
  const found = printed.filter((_, place) => place % 2 === 1).map((url) => new URL(url));
  expect(rows.length).toBeGreaterThan(300);
  expect(new Set(printed.filter((_, place) => place % 2 === 0))).toEqual(new Set(['3']));
  expect(found.map((url) => [url.username, url.password].map(decodeURIComponent))).toEqual(rows.map(credentials));
});

test('proxychains gets five fields per line, and text that would change their number is refused', () => {
  const { rows, text } = writeHostile('proxychains');
  const lines = text.trimEnd().split('\n').slice(4);
  expect(rows.length).toBeGreaterThan(100);
  // As its sscanf("%s %s %d %s %s") parts them.
  expect(lines.map((line) => line.split(/\s+/))).toEqual(
    rows.map((row) => ['http', row.host, String(row.port), row.username, row.password]),
  );
  const format = findFormat('proxychains');
  expect(format.refuse({ ...v6, index: 512 })).toBeUndefined();
  expect(format.refuse({ ...v6, index: 513 })).toContain('512');
  expect(format.refuse({ ...v6, host: 'gate.example' })).toContain('needs an address');
  expect(format.refuse({ ...v6, password: '' })).toContain('URL formats can');
});

test('a spreadsheet finds nothing in its CSV to calculate or to convert to a number', () => {
  const format = findFormat('spreadsheet-csv');
  for (const password of [
    ...['=1+1', '+a', '-a', '@SUM(1)', ' =1', '＝1', '007', '1e5', '12345678901234567890'],
    ...['1-2', '1/2', '3.40', '12:30', '50%', 'TRUE', 'false', 'WAHR', 'vrai', 'INF', 'NaN', '½'],
    ...['#N/A', '5 Mai', 'März 3', '1+2i'],
    // A reader that splits at semicolons, bars or tabs finds a formula in the next cell.
    ...['abc;=1+1', 'x;+1+1', 'abc; @SUM(1+1)', "x|'a", "x;=cmd|'/C calc'!A0"],
  ]) {
    expect(format.refuse({ ...v6, password }), password).toContain('CSV, JSON and URL formats');
    expect(findFormat('csv').refuse({ ...v6, password })).toBeUndefined();
  }
  for (const password of ['p@ss:1', 'x007', '1st', 'a;b', 'alice-123', 'pass 1a', hardPassword]) {
    expect(format.refuse({ ...v6, password })).toBeUndefined();
  }
  expect(format.frame?.head).toEqual(['\ufeffprotocol,host,port,username,password\r']);
});

test('every line of CSV for spreadsheets ends as RFC 4180 says', () => {
  const { rows, text } = writeHostile('spreadsheet-csv');
  const lines = text.split('\n');
  expect(lines).toHaveLength(rows.length + 2);
  expect(lines.pop()).toBe('');
  for (const line of lines) expect(line).toMatch(/[^\r]\r$/);
});

test('a spreadsheet format reads passwords of 200,000 characters in one pass', () => {
  const format = findFormat('spreadsheet-csv');
  for (const password of [`${'1'.repeat(200_000)}a`, ' '.repeat(200_000), ';'.repeat(200_000)]) {
    expect(() => format.refuse({ ...v6, password: `a${password}x` })).not.toThrow();
    expect(() => format.refuse({ ...v6, password })).not.toThrow();
  }
});

/** A cache of the demo with two users more; every export only reads it. */
let store: Store;
beforeAll(async () => {
  ({ store } = await syncDemo({ proxyCount: 60 }, afterAll));
  for (const [id, type] of [
    ['everywhere', 'all'],
    ['nowhere', 'proxy_restricted'],
  ] as const) {
    const fields = { proxy_user_id: id, proxy_user_password: 'secret7', proxy_user_access_type: type };
    store.syncs.writePage('proxy_users', [{ id, fields }]);
  }
});

test.each(exportFormats.map(({ name }) => [name]))(
  '%s writes all proxies of a synced user, and none in an empty export',
  async (name) => {
    const proxies = { kind: 'query', where: '' } as const;
    const choose = (proxyUserId: string) =>
      ({ proxyUserId, proxies, format: name, protocol: 'http', ip: '4' }) as const;
    const path = join(makeTemporaryFolder(), 'export');
    const prepared = prepareExport(store, choose('everywhere'));
    await writeFiles([{ path, lines: prepared.lines }]);
    const text = readFileSync(path, 'utf8');
    const { writtenCount } = prepared.count();
    if (prepared.format.maxProxies === 1) expect(writtenCount).toBe(1);
    else expect(writtenCount).toBeGreaterThan(40);
    expect(countEntries(name, text)).toBe(writtenCount);
    const preview = await previewExport(store, choose('everywhere'), true);
    expect(preview.shownCount).toBe(Math.min(24, writtenCount));
    expect(text.startsWith(preview.lines.join('\n'))).toBe(true);
    expect((await previewExport(store, choose('everywhere'), false)).lines.join()).not.toContain('secret7');

    const none = prepareExport(store, choose('nowhere'));
    await writeFiles([{ path, lines: none.lines }]);
    expect(none.count().writtenCount).toBe(0);
    expect(countEntries(name, readFileSync(path, 'utf8'))).toBe(0);
    expect((await previewExport(store, choose('nowhere'), true)).lines).toEqual([]);
  },
);

/** How many proxies a consumer of the format finds in a file. */
function countEntries(name: string, text: string): number {
  switch (name) {
    case 'json':
    case 'playwright':
      return (JSON.parse(text) as unknown[]).length;
    case 'sing-box':
      return (JSON.parse(text) as { outbounds: unknown[] }).outbounds.length;
    case 'pac': {
      const found: unknown = runInNewContext(`${text}; FindProxyForURL('http://a/', 'a')`);
      return String(found)
        .split('; ')
        .filter((part) => /^PROXY [\d.]+:\d+$/.test(part)).length;
    }
    case 'proxifier':
      return text.match(/<Proxy id="\d+"/g)?.length ?? 0;
    case 'zeroomega': {
      const keys = Object.keys(JSON.parse(text) as object);
      return keys.filter((key) => key.startsWith('+')).length;
    }
    default:
      return text.split('\n').filter((line) => line.includes('.')).length;
  }
}
