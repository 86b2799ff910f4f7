import { execFileSync } from 'node:child_process';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { ExportRow } from '../../../../src/main/exports/format.ts';
import { writeHostile } from '../../../support/hostile-export.ts';
import { needs } from '../../../support/needs.ts';

const urlOf = (row: ExportRow): string =>
  `${row.protocol}://${row.host}:${String(row.port)} ${row.username} ${row.password}`;

/** A proxy URL as a program takes it apart. */
function readUrl(text: string): string {
  const url = new URL(text);
  const [username, password] = [url.username, url.password].map(decodeURIComponent);
  return `${url.protocol}//${url.host} ${String(username)} ${String(password)}`;
}

/** Expects a URL for every row, in order; `carried` of 500 at least. */
function expectUrls(urls: readonly string[], rows: readonly ExportRow[], carried = 300): void {
  expect(rows.length).toBeGreaterThan(carried);
  expect(urls.map(readUrl)).toEqual(rows.map(urlOf));
}

const isWindows = process.platform === 'win32';

test.skipIf(isWindows)('sh passes 500 hostile credentials to wget unchanged', () => {
  const { rows, text } = writeHostile('wget');
  const words = runShell(`wget() { printf '%s\\n' "$#" "$4" "$6"; }\n${text}`);
  const urls = rows.map((_, place) => words[3 * place + 1]?.replace('http_proxy=', '') ?? '');
  expectUrls(urls, rows);
  expect(words).toEqual(urls.flatMap((url) => ['9', `http_proxy=${url}`, `https_proxy=${url}`]));
});

test.skipIf(isWindows)('sh exports 500 hostile credentials unchanged', () => {
  const { rows, text } = writeHostile('env-sh');
  const names = ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
  const print = `printf '%s\\n' ${names.map((name) => `"$${name}"`).join(' ')}`;
  // Programs that the shell starts have them too.
  const words = runShell(`${text.replaceAll('\n', `\n${print}\n`)}sh -c '${print.replaceAll("'", '"')}'\n`);
  expect(words.splice(-names.length)).toEqual(words.slice(-names.length));
  const urls = rows.map((_, place) => words[names.length * place] ?? '');
  expectUrls(urls, rows);
  expect(words).toEqual(urls.flatMap((url) => names.map(() => url)));
});

function runShell(script: string): string[] {
  return execFileSync('sh', { input: script, encoding: 'utf8' }).trimEnd().split('\n');
}

test("PowerShell's quotes close after each of 500 hostile credentials", () => {
  const { rows, text } = writeHostile('env-powershell');
  // A quote of any kind would end the text; a doubled one would be the quote itself.
  const urls = lines(text).map((line) => /^\$env:http_proxy = '([^'‘’‚‛]*)'; /.exec(line)?.[1]);
  expectUrls(
    urls.map((url) => url ?? ''),
    rows,
  );
});

test("cmd's percent signs and quotes are even for each of 500 hostile credentials", () => {
  const { rows, text } = writeHostile('env-cmd');
  const urls = lines(text).map((line) => {
    const [value = ''] = /(?<=^@set "HTTP_PROXY=)[^"]*(?="& set )/.exec(line) ?? [];
    expect(value.replaceAll('%%', '')).not.toContain('%');
    return value.replaceAll('%%', '%');
  });
  expectUrls(urls, rows);
});

test('a quoted value of a curl configuration holds each of 500 hostile credentials', () => {
  const { rows, text } = writeHostile('curl-config');
  const urls = lines(text).map((line) => /^proxy = "([^"\\]*)"$/.exec(line)?.[1] ?? '');
  expectUrls(urls, rows);
});

const lines = (text: string): string[] => text.trimEnd().split('\n');

const python = '/usr/bin/python3';
test.each([
  ['requests', 'http', '[p["https"] for p in PROXIES if p["http"] == p["https"]]', 200],
  ['requests', 'socks5', '[p["https"].replace("socks5h", "socks5") for p in PROXIES]', 300],
  ['httpx', 'http', 'PROXIES', 300],
  ['httpx', 'socks5', 'PROXIES', 300],
  ['scrapy', 'http', 'PROXIES', 300],
] as const)('Python reads 500 hostile credentials of %s over %s unchanged', (name, protocol, list, carried) => {
  needs('python3');
  const { rows, text } = writeHostile(name, protocol);
  const program = `import json,sys; exec(sys.stdin.buffer.read()); print(json.dumps(${list}))`;
  const printed = execFileSync(python, ['-c', program], { input: text, encoding: 'utf8' });
  expectUrls(JSON.parse(printed) as string[], rows, carried); // The program prints a list of texts.
});

test.each(['http', 'socks5'] as const)(
  'JavaScript reads 500 hostile credentials of undici over %s unchanged',
  (protocol) => {
    const { rows, text } = writeHostile('undici', protocol);
    const program = text.replace(/^import .*\nexport const agents = /, 'agents = ');
    const agents: unknown = runInNewContext(
      `class ProxyAgent { constructor(url) { this.url = url; } }
      class Socks5ProxyAgent extends ProxyAgent {}
      let ${program}
      agents.map((make) => make().url)`,
    );
    expectUrls(Array.from(agents as Iterable<string>), rows); // The program ends in that list.
  },
);

test('JSON contains 500 hostile credentials of Puppeteer unchanged', () => {
  const { rows, text } = writeHostile('puppeteer');
  const found: unknown = JSON.parse(text);
  expect(rows.length).toBeGreaterThan(150);
  expect(found).toEqual(
    rows.map(({ host, port, username, password }) => ({
      args: [`--proxy-server=http://${host}:${String(port)}`],
      credentials: { username, password },
    })),
  );
});
