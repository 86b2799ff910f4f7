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
