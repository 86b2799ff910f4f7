import { expect, test } from 'vitest';
import type { ExportRow } from '../../../src/main/exports/format.ts';
import { exportFormats, findFormat } from '../../../src/main/exports/formats/index.ts';
import { makeHostileTexts } from '../../support/hostile-texts.ts';

const easy: ExportRow = {
  host: '203.0.113.10',
  port: 8080,
  username: 'user1',
  password: 'p@ss1',
  protocol: 'http',
  index: 1,
};
const ipv6: ExportRow = { ...easy, host: '2001:db8::1', password: 'pass' };
const hard: ExportRow = { ...easy, password: 'p:a@ss/w%41+ &"\'$\\#?é' };

test.each([
  ['host:port:user:pass', '203.0.113.10:8080:user1:p@ss1', '[2001:db8::1]:8080:user1:pass'],
  ['user:pass:host:port', 'user1:p@ss1:203.0.113.10:8080', 'user1:pass:[2001:db8::1]:8080'],
  ['host:port', '203.0.113.10:8080', '[2001:db8::1]:8080'],
  ['http', 'http://user1:p%40ss1@203.0.113.10:8080', 'http://user1:pass@[2001:db8::1]:8080'],
  ['socks5', 'socks5://user1:p%40ss1@203.0.113.10:8080', 'socks5://user1:pass@[2001:db8::1]:8080'],
  ['socks5h', 'socks5h://user1:p%40ss1@203.0.113.10:8080', 'socks5h://user1:pass@[2001:db8::1]:8080'],
  ['url', 'http://user1:p%40ss1@203.0.113.10:8080', 'http://user1:pass@[2001:db8::1]:8080'],
])('%s writes an address of either version', (name, v4, v6) => {
  const format = findFormat(name);
  expect(format.refuse(easy)).toBeUndefined();
  expect(format.encode(easy)).toBe(v4);
  expect(format.encode(ipv6)).toBe(v6);
});

test.each([
  ['user:pass@host:port', 'user1:pass@203.0.113.10:8080'],
  ['host:port@user:pass', '203.0.113.10:8080@user1:pass'],
])('%s refuses an @ in a password, which would move its parts', (name, line) => {
  const format = findFormat(name);
  expect(format.encode({ ...easy, password: 'pass' })).toBe(line);
  expect(format.refuse(easy)).toContain('URL formats can');
});

test.each([
  ['http', 'http://user1:p%40ss%3A1@203.0.113.10:8080'],
  ['socks5', 'socks5://user1:p%40ss%3A1@203.0.113.10:8080'],
  ['socks5h', 'socks5h://user1:p%40ss%3A1@203.0.113.10:8080'],
  ['url', 'http://user1:p%40ss%3A1@203.0.113.10:8080'],
  ['host:port', '203.0.113.10:8080'],
])('a password with an @ and a colon goes into %s whole', (name, line) => {
  const format = findFormat(name);
  const row = { ...easy, password: 'p@ss:1' };
  expect(format.refuse(row)).toBeUndefined();
  expect(format.encode(row)).toBe(line);
});

test('the hard password fits into URLs, but not into plain lines', () => {
  expect(findFormat('http').encode(hard)).toBe(
    'http://user1:p%3Aa%40ss%2Fw%2541%2B%20%26%22%27%24%5C%23%3F%C3%A9@203.0.113.10:8080',
  );
  for (const name of ['host:port:user:pass', 'user:pass@host:port', 'user:pass:host:port']) {
    expect(findFormat(name).refuse(hard)).toBeDefined();
  }
});

test.each([
  ['http://', 'http'],
  ['HTTP-URL', 'http'],
  ['socks5-url', 'socks5'],
  ['ip:port:user:pass', 'host:port:user:pass'],
])('%s is another name of %s', (alias, name) => {
  expect(findFormat(alias).name).toBe(name);
});

test('names and aliases are unique', () => {
  const names = exportFormats.flatMap(({ name, aliases }) => [name, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});

const lineFormats = exportFormats.filter(({ group }) => group === 'Lines' || group === 'URLs');

test.each(lineFormats.map((format) => [format.name, format] as const))(
  '%s writes each of 500 hostile credentials unchanged, or refuses it',
  (name, format) => {
    let carried = 0;
    for (const text of makeHostileTexts(500)) {
      const row: ExportRow = { ...easy, username: `u${text.slice(0, 3)}`, password: text };
      if (format.refuse(row) !== undefined) continue;
      carried += 1;
      const line = format.encode(row);
      expect(line).not.toMatch(/[\r\n]/);
      expect(readBack(name, line), JSON.stringify(text)).toEqual(
        format.hasCredentials ? [row.username, row.password] : [],
      );
    }
    expect(carried).toBeGreaterThan(name.includes(':') ? 20 : 300);
  },
);

/** Reads a line by the format's own rules, as a consumer would. */
function readBack(name: string, line: string): string[] {
  switch (name) {
    case 'host:port':
      return line === '203.0.113.10:8080' ? [] : ['broken'];
    case 'host:port:user:pass':
      return line.split(':').slice(2);
    case 'user:pass:host:port':
      return line.split(':').slice(0, -2);
    case 'user:pass@host:port':
      return (line.split('@')[0] ?? '').split(':');
    case 'host:port@user:pass':
      return (line.split('@')[1] ?? '').split(':');
    default: {
      const url = new URL(line);
      expect(url.host).toBe('203.0.113.10:8080');
      return [decodeURIComponent(url.username), decodeURIComponent(url.password)];
    }
  }
}
