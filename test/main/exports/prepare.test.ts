import { expect, test } from 'vitest';
import { prepareExport } from '../../../src/main/exports/prepare.ts';
import { previewExport } from '../../../src/main/exports/preview.ts';
import type { ExportChoices } from '../../../src/shared/exports/export.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import { syncDemo } from '../../support/synced-demo.ts';
import { makeProxy, makeStore, makeUser } from '../store/support.ts';

const choose = (proxyUserId: string, more: Partial<ExportChoices> = {}): ExportChoices => ({
  proxyUserId,
  proxies: { kind: 'query', where: '' },
  format: 'http',
  protocol: 'http',
  ip: '4',
  ...more,
});

/** The three access rules of the specification, written down once more. */
function mayUse(user: JsonObject, proxy: JsonObject): boolean {
  switch (user['proxy_user_access_type']) {
    case 'all':
      return true;
    case 'service_restricted':
      return (user['restricted_service_ids'] as string[]).includes(String(proxy['service_id']));
    case 'proxy_restricted':
      return (user['restricted_proxy_ids'] as string[]).includes(String(proxy['proxy_id']));
    default:
      return false;
  }
}

test('every proxy user gets exactly the lines that the access rules allow', async () => {
  const { demo, store } = await syncDemo({ proxyCount: 400 });
  const proxies = demo.account.proxies.slice(0, 400);
  const users = demo.account.proxyUsers.slice(0, demo.account.proxyUsers.count());
  let restricted = 0;
  for (const user of users.filter((candidate) => candidate['proxy_user_is_deleted'] === false)) {
    const id = String(user['proxy_user_id']);
    const password = String(user['proxy_user_password']);
    const credentials = `${encodeURIComponent(id)}:${encodeURIComponent(password).replaceAll("'", '%27')}`;
    for (const [protocol, portField] of [
      ['http', 'proxy_http_port'],
      ['socks5', 'proxy_socks5_port'],
    ] as const) {
      const expected = proxies
        .filter((proxy) => mayUse(user, proxy) && proxy['proxy_ip_address'] !== null)
        .map((proxy) => `${protocol}://${credentials}@${proxy['proxy_ip_address']}:${proxy[portField]}`);
      const prepared = prepareExport(store, choose(id, { format: 'url', protocol }));
      expect([...prepared.lines]).toEqual(expected);
      expect(prepared.count().writtenCount).toBe(expected.length);
      const skipped = prepared.count().skipped.reduce((sum, { count }) => sum + count, 0);
      expect(expected.length + skipped).toBe(400);
      if (expected.length > 0 && expected.length < 300) restricted += 1;
    }
  }
  expect(restricted).toBeGreaterThan(5);
});

test('a deleted, an unknown and a user of an unknown access type get nothing', async () => {
  const { demo, store } = await syncDemo({ proxyCount: 50 });
  const users = demo.account.proxyUsers.slice(0, demo.account.proxyUsers.count());
  const deleted = users.find((user) => user['proxy_user_is_deleted'] === true);
  expect(() => prepareExport(store, choose(String(deleted?.['proxy_user_id'])))).toThrow(/is deleted/);
  expect(() => prepareExport(store, choose('nobody'))).toThrow(/proxy user "nobody" is not cached/);
  const fields = { proxy_user_id: 'odd', proxy_user_password: 'p', proxy_user_access_type: 'by_moon' };
  store.syncs.writePage('proxy_users', [{ id: 'odd', fields }]);
  const prepared = prepareExport(store, choose('odd'));
  expect([...prepared.lines]).toEqual([]);
  expect(prepared.count().skipped).toMatchObject([{ reason: 'no-access', count: 50 }]);
});

test('a preview masks passwords by default and counts all rows', async () => {
  const { demo, store } = await syncDemo({ proxyCount: 100 });
  const [user] = demo.account.proxyUsers.slice(0, 1);
  const id = String(user?.['proxy_user_id']);
  const password = String(user?.['proxy_user_password']);
  const masked = await previewExport(store, choose(id, { format: 'host:port:user:pass' }), false);
  expect(masked.lines).toHaveLength(24);
  expect(masked.lines.join()).not.toContain(password);
  const urls = (await previewExport(store, choose(id, { format: 'http' }), false)).lines;
  expect(urls[0]).toMatch(/^http:\/\/[^:]+:••••••@[\d.]+:\d+$/);
  const open = await previewExport(store, choose(id, { format: 'host:port:user:pass' }), true);
  expect(open.lines.every((line) => line.endsWith(`:${password}`))).toBe(true);
  expect(open.writtenCount).toBe(masked.writtenCount);
});

test('rows that a line cannot represent are skipped and counted, with a way out', async () => {
  const { store } = await syncDemo({ proxyCount: 20 });
  const fields = { proxy_user_id: 'hard', proxy_user_password: 'a:b', proxy_user_access_type: 'all' };
  store.syncs.writePage('proxy_users', [{ id: 'hard', fields }]);
  const prepared = prepareExport(store, choose('hard', { format: 'host:port:user:pass' }));
  expect([...prepared.lines]).toEqual([]);
  const found = prepared.count().skipped.find(({ reason }) => reason === 'not-representable');
  expect(found?.count).toBeGreaterThan(10);
  expect(found?.message).toContain('URL formats can');
});

test('an invalid address or port is skipped, so that it cannot add or change a line', async () => {
  const { store } = await syncDemo({ proxyCount: 1 });
  const good = ['203.0.113.9', '2001:db8::9', 'gate-1.example.com', 'localhost'];
  const broken = [
    '203.0.113.9\n203.0.113.8',
    '203.0.113.9\r',
    'gate.example/x@y',
    'user@gate.example',
    'a b',
    '203.0.113.9#',
    '203.0.113.9?',
    '203.0.113.09',
    '203.0.113.256',
    '203.0.113',
    '0x7f.1',
    '0x7f',
    'gate.example:80',
    '[2001:db8::9]',
    '-gate.example',
    'gate..example',
    '\0',
    '',
  ];
  const hosts = [...good, ...broken];
  const ports = [0, -1, 65_536, 80.5, '8080', null];
  const records = [
    ...hosts.map((proxy_ip_address) => ({ proxy_ip_address, proxy_http_port: 8080 })),
    ...ports.map((proxy_http_port) => ({ proxy_ip_address: '203.0.113.7', proxy_http_port })),
  ].map((fields, index) => ({ id: `p${index}`, fields: { proxy_id: `p${index}`, ...fields } }));
  store.syncs.writePage('proxies', records);
  const fields = { proxy_user_id: 'u', proxy_user_password: 'p', proxy_user_access_type: 'all' };
  store.syncs.writePage('proxy_users', [{ id: 'u', fields }]);
  const proxies = { kind: 'ids', ids: records.map(({ id }) => id) } as const;
  const prepared = prepareExport(store, choose('u', { proxies }));
  const lines = [...prepared.lines];
  expect(lines.map((line) => new URL(line).hostname)).toEqual([
    '203.0.113.9',
    '[2001:db8::9]',
    'gate-1.example.com',
    'localhost',
  ]);
  expect(prepared.count().skipped.map(({ reason, count }) => [reason, count])).toEqual([
    ['no-address', broken.length],
    ['no-port', ports.length],
  ]);
});

test('a selection exports the selected proxies without the excluded ones', async () => {
  const { demo, store } = await syncDemo({ proxyCount: 30 });
  const [user] = demo.account.proxyUsers.slice(0, 1);
  const id = String(user?.['proxy_user_id']);
  const withAddress = demo.account.proxies
    .slice(0, 30)
    .filter((proxy) => proxy['proxy_ip_address'] !== null)
    .map((proxy) => String(proxy['proxy_id']));
  const [first = '', second = ''] = withAddress;
  const picked = prepareExport(store, choose(id, { proxies: { kind: 'ids', ids: [first, second] } }));
  expect([...picked.lines]).toHaveLength(2);
  const rest = { kind: 'query', where: '', excludedIds: [first] } as const;
  expect([...prepareExport(store, choose(id, { proxies: rest })).lines]).toHaveLength(withAddress.length - 1);
});

test('without another choice each proxy has its IPv4 address, else its IPv6 address, and none is skipped for it', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1),
    makeProxy(2, { proxy_ip_address: null }),
    makeProxy(3, { proxy_ip_address: '' }),
    makeProxy(4, { proxy_ip_address: null, proxy_ip_address_v6: null }),
  ]);
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
  const read = (more: Partial<ExportChoices>) => {
    const prepared = prepareExport(store, choose('alice', { format: 'url', ip: 'any', ...more }));
    const hosts = [...prepared.lines].filter((line) => line.includes('//')).map((line) => new URL(line).hostname);
    return { hosts, skipped: prepared.count().skipped.map(({ count, message }) => `${String(count)}: ${message}`) };
  };
  expect(read({})).toEqual({
    hosts: ['203.0.0.1', '[2001:db8::3]', '[2001:db8::4]'],
    skipped: ['1: They have no address.'],
  });
  expect(read({ ip: '4' })).toEqual({
    hosts: ['203.0.0.1'],
    skipped: ['3: They have no IPv4 address. Choose IPv4, else IPv6.'],
  });
  expect(read({ options: { isDistinct: true } }).skipped).toEqual(['1: They have no address.']);
});

test('a format without IPv6 says that it is the reason why proxies are skipped', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2, { proxy_ip_address: null })]);
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
  const prepared = prepareExport(store, choose('alice', { format: 'scrapy', ip: 'any' }));
  expect([...prepared.lines].join('\n')).toContain('203.0.0.1');
  const { writtenCount, skipped } = prepared.count();
  expect([writtenCount, skipped.map(({ reason }) => reason)]).toEqual([1, ['no-address']]);
  expect(skipped[0]?.message).toMatch(/^They have no IPv4 address, and .+ does not support IPv6\.$/);
});
