import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import type { ExportRow } from '../../../../src/main/exports/format.ts';
import { findFormat } from '../../../../src/main/exports/formats/index.ts';
import { easyRow } from '../../../support/export-rows.ts';
import { writeHostile } from '../../../support/hostile-export.ts';
import { needs } from '../../../support/needs.ts';

/** Host, port and credentials, as they were or as a consumer reads them. */
type Found = readonly unknown[];
const found = ({ host, port, username, password }: ExportRow): Found => [host, port, username, password];
const lines = (text: string): string[] => text.trimEnd().split('\n');
const portOf = (url: URL): number => Number(url.port);

/** How each consumer reads its form. */
const readers: Readonly<Record<string, (text: string) => Found[]>> = {
  foxyproxy(text) {
    const { data } = JSON.parse(text) as { data: Record<string, string>[] }; // Its schema.
    return data.map(({ hostname, port, username, password }) => [hostname, Number(port), username, password]);
  },
  'foxyproxy-list': (text) =>
    lines(text).map((line) => {
      const url = new URL(line);
      expect(url.searchParams.get('title')).toMatch(/^proxy-\d+$/);
      return [url.hostname, portOf(url), ...[url.username, url.password].map(decodeURIComponent)];
    }),
  zeroomega(text) {
    const options = JSON.parse(text) as Record<string, unknown>; // An object of options.
    expect(options['schemaVersion']).toBe(2);
    return Object.entries(options)
      .filter(([key]) => key.startsWith('+'))
      .map(([key, value]) => {
        const { name, fallbackProxy, auth } = value as {
          name: string;
          fallbackProxy: { host: string; port: number };
          auth: { fallbackProxy: { username: string; password: string } };
        };
        expect(key).toBe(`+${name}`);
        const { username, password } = auth.fallbackProxy;
        return [fallbackProxy.host, fallbackProxy.port, username, password];
      });
  },
  v2rayn: (text) =>
    lines(text).map((line) => {
      const url = new URL(line);
      expect(decodeURIComponent(url.hash)).toMatch(/^#proxy-\d+$/);
      const user = Buffer.from(decodeURIComponent(url.username), 'base64').toString('utf8');
      const colon = user.indexOf(':');
      return [url.hostname, portOf(url), user.slice(0, colon), user.slice(colon + 1)];
    }),
  gologin: (text) =>
    lines(text).map((line) => {
      const fields = /^\w+:\/\/(.*)$/.exec(line)?.[1]?.split(':') ?? [];
      expect(fields).toHaveLength(5);
      return [fields[0], Number(fields[1]), fields[2], fields[3]];
    }),
  dolphin: (text) =>
    lines(text).map((line) => {
      const [user = '', address = ''] = /^\w+:\/\/(.*)$/.exec(line)?.[1]?.split('@') ?? [];
      const [host, port] = address.split(':');
      return [host, Number(port), ...user.split(':')];
    }),
  adspower: readFourFields,
  multilogin: readFourFields,
  incogniton: readFourFields,
};

function readFourFields(text: string): Found[] {
  return lines(text).map((line) => {
    const [host, port, ...credentials] = line.split(':');
    return [host, Number(port), ...credentials];
  });
}

test.each(
  Object.entries(readers).flatMap(([name, read]) => [
    [name, 'http', read] as const,
    // GoLogin's lines have another order there, which has a test of its own.
    ...(name === 'gologin' ? [] : [[name, 'socks5', read] as const]),
  ]),
)('500 hostile credentials are unchanged in %s over %s, or refused', (name, protocol, read) => {
  const { rows, text } = writeHostile(name, protocol);
  expect(rows.length).toBeGreaterThan(20);
  expect(read(text)).toEqual(rows.map(found));
});

const python = '/usr/bin/python3';
test('expat reads 500 hostile credentials of Proxifier unchanged', () => {
  needs('python3');
  const { rows, text } = writeHostile('proxifier');
  const program = `import json, sys, xml.etree.ElementTree as tree
root = tree.fromstring(sys.stdin.buffer.read())
text = lambda proxy, path: proxy.find(path).text
print(json.dumps([[text(p, "Address"), int(text(p, "Port")), text(p, "Authentication/Username"), text(p, "Authentication/Password"), p.get("id")] for p in root.find("ProxyList")]))`;
  const printed = execFileSync(python, ['-c', program], { input: text, encoding: 'utf8' });
  expect(rows.length).toBeGreaterThan(150);
  expect(JSON.parse(printed)).toEqual(rows.map((row) => [...found(row), String(99 + row.index)]));
});

test('GoLogin gets the order of fields that belongs to the protocol, and a name without separators', () => {
  const format = findFormat('gologin');
  const row = { ...easyRow, name: 'BR São Paulo: 1' };
  expect(format.encode(row)).toBe('http://203.0.113.10:8080:user1:pass:BR-São-Paulo-1');
  expect(format.encode({ ...row, protocol: 'socks5' })).toBe('socks5://user1:pass@203.0.113.10:8080:BR-São-Paulo-1');
});

test('user names with a colon are refused for v2rayN, because it would end them', () => {
  const row = { ...easyRow, username: 'a:b', protocol: 'socks5' } as const;
  expect(findFormat('v2rayn').refuse(row)).toContain('URL formats can');
});

test('a place with half a character does not stop a FoxyProxy list', () => {
  const details = { ...place, country_id: 'US', city_name: 'New\ud800York', proxy_id: 'p-1' };
  const line = findFormat('foxyproxy-list').encode({ ...easyRow, name: 'US 1', details });
  expect(new URL(line).searchParams.get('city')).toBe('New\ufffdYork');
});

const place = {
  service_id: null,
  proxy_type: null,
  proxy_status: null,
  country_name: null,
  subdivision_name: null,
  city_timezone: null,
  city_example_postcode: null,
  asn_id: null,
  asn_name: null,
};

test.each([
  ['__x New York 1', 'Proxy __x New York 1'],
  ['__proto__ 1', 'Proxy __proto__ 1'],
  ['_x 1', '_x 1'],
  ['US __x 1', 'US __x 1'],
])('ZeroOmega shows the profile of a proxy whose name is %s', (name, shown) => {
  const row = { host: '203.0.113.10', port: 8080, username: 'u', password: 'p', protocol: 'http', index: 1 } as const;
  const profiles = JSON.parse(
    `{${findFormat('zeroomega')
      .encode({ ...row, name })
      .slice(1)}}`,
  ) as Record<string, unknown>;
  expect(profiles).toMatchObject({ [`+${shown}`]: { name: shown } });
});
