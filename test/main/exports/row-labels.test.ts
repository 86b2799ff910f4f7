import { expect, test } from 'vitest';
import { exportFormats } from '../../../src/main/exports/formats/index.ts';
import { prepareExport } from '../../../src/main/exports/prepare.ts';
import type { Store } from '../../../src/main/store/index.ts';
import type { ExportChoices, ExportOptions } from '../../../src/shared/exports/export.ts';
import { makeProxies, makeStore, makeUser } from '../store/support.ts';

/** Seven proxies in one city; the third lacks an address. */
function makeCity(): Store {
  const store = makeStore();
  store.syncs.writePage(
    'proxies',
    makeProxies(7, (number) => ({
      country_id: 'US',
      city_name: 'New York',
      ...(number === 2 && { proxy_ip_address: null }),
    })),
  );
  store.syncs.writePage('proxy_users', [makeUser('alice', { proxy_user_password: 'pass' })]);
  return store;
}

const choose = (format: Pick<ExportChoices, 'format' | 'template'>, options: ExportOptions): ExportChoices => ({
  ...format,
  proxyUserId: 'alice',
  proxies: { kind: 'query', where: '' },
  protocol: 'http',
  ip: '4',
  options,
});

const fill = (template: string, options: ExportOptions) =>
  prepareExport(makeCity(), choose({ format: 'template', template }, options));

test('written rows get the labels in rotation', () => {
  const { lines } = fill('{label}{index}', { labels: ['a', 'b', 'c'] });
  expect([...lines]).toEqual(['a1', 'b2', 'c3', 'a4', 'b5', 'c6']);
  expect([...fill('{index}{label}', {}).lines]).toEqual(['1', '2', '3', '4', '5', '6']);
});

test('the labels continue from file to file', () => {
  const { files } = fill('{label}{index}', { labels: ['a', 'b', 'c'], proxiesPerFile: 4 });
  expect([...files.map((lines) => [...lines])]).toEqual([
    ['a1', 'b2', 'c3', 'a4'],
    ['b1', 'c2'],
  ]);
});

test('a name begins with the label', () => {
  const { lines } = fill('{name}', { labels: ['shop', 'two words'] });
  expect([...lines].slice(0, 4)).toEqual([
    'shop US New York 1',
    'two words US New York 1',
    'shop US New York 2',
    'two words US New York 2',
  ]);
});

test('names are unique even if labels look like places or differ by one mark', () => {
  const labels = ['a', 'a!', 'a US', 'a?', 'a', 'a-US'];
  const write = (format: string) => [...prepareExport(makeCity(), choose({ format }, { labels })).lines];
  const inMihomo = write('mihomo').flatMap((line) => /name: "([^"]*)"/.exec(line)?.[1] ?? []);
  expect(inMihomo).toHaveLength(6);
  expect(new Set(inMihomo).size).toBe(6);
  const inGoLogin = write('gologin').map((line) => line.split(':').at(-1));
  expect(inGoLogin[0]).toBe('a-US-New-York-1');
  expect(new Set(inGoLogin).size).toBe(6);
});

test('every format writes the labels or refuses them', () => {
  const store = makeCity();
  const labels = ['label1'];
  const carrying = exportFormats.filter(({ name, canCarryLabels }) => {
    const prepare = () => prepareExport(store, choose({ format: name }, { labels }));
    if (canCarryLabels === true) {
      expect([...prepare().lines].join('\n'), name).toContain('label1');
      return true;
    }
    expect(prepare, name).toThrow(/does not support labels/);
    return false;
  });
  expect(carrying.map(({ name }) => name)).toContain('mihomo');
  expect(() => fill('{host}:{port} {city}', { labels })).toThrow(/does not support labels/);
});
