import { networkInterfaces } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTargetGuard, formatTarget, isPrivateAddress, readTarget } from '../../../src/main/gateway/target.ts';

test.each([
  ['example.com:443', 'example.com:443'],
  ['EXAMPLE.com:80', 'example.com:80'],
  ['[2001:db8::1]:8443', '[2001:db8::1]:8443'],
  ['203.0.113.7:1', '203.0.113.7:1'],
  // All of these are 127.0.0.1.
  ['127.1:80', '127.0.0.1:80'],
  ['2130706433:80', '127.0.0.1:80'],
  ['0x7f.0.0.1:80', '127.0.0.1:80'],
  ['0177.0.0.1:80', '127.0.0.1:80'],
  ['bücher.example:80', 'xn--bcher-kva.example:80'],
])('%s is read as %s', (text, target) => {
  const read = readTarget(text);
  expect(read && formatTarget(read)).toBe(target);
});

test.each([
  '',
  ':80',
  'example.com',
  'example.com:0',
  'example.com:99999',
  'user@host:80',
  'a b:80',
  'host/path:80',
  'host:80/x',
  '::1:80',
  '[::1',
  'host:80?x',
  // Some proxies drop all dots at the end, and read the rest.
  'localhost..:80',
  '.nas:80',
  '0x7f.1..:80',
  'a..test:80',
  'a\\b:80',
])('"%s" is not a target', (text) => {
  expect(readTarget(text)).toBeUndefined();
});

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '::ffff:0:127.0.0.1',
  '2002:7f00:1::',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'ff02::1',
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  '203.0.113.1',
  '8.8.8.8',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700::1111',
  '2a00::1',
  '::ffff:8.8.8.8',
  'example.com',
])('%s is not private', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

const guard = (addresses: readonly string[] | Error) =>
  createTargetGuard({
    isOwnPort: (port) => port === 24_000,
    resolve: () => (addresses instanceof Error ? Promise.reject(addresses) : Promise.resolve(addresses)),
  });
const check = (host: string, allowsPrivate = false, addresses: readonly string[] | Error = ['203.0.113.1']) =>
  guard(addresses).check({ host, port: 80 }, allowsPrivate);

test.each([
  'localhost',
  'localhost.',
  'LOCALHOST',
  'a.localhost',
  'printer',
  'nas.local',
  'db.internal',
  'x.home.arpa',
  '127.0.0.1',
  '::1',
])('%s is refused, unless the rule allows it', async (host) => {
  expect(await check(host)).toBe('private');
  expect(await check(host, true)).toBeNull();
});

test('a name that leads to a private address is refused, whatever else it leads to', async () => {
  expect(await check('rebind.example', false, ['203.0.113.1', '192.168.0.1'])).toBe('private');
  expect(await check('rebind.example', false, ['::ffff:127.0.0.1'])).toBe('private');
  expect(await check('good.example', false, ['203.0.113.1', '2606:4700::1'])).toBeNull();
});

test('a name that only the proxy knows is its to resolve', async () => {
  expect(await check('only.example', false, new Error('ENOTFOUND'))).toBeNull();
});

test('names are looked up once a minute', async () => {
  let lookups = 0;
  let nowMs = 0;
  const counting = createTargetGuard({
    isOwnPort: () => false,
    nowMs: () => nowMs,
    resolve: () => {
      lookups += 1;
      return Promise.resolve(lookups === 1 ? ['203.0.113.1'] : ['10.0.0.1']);
    },
  });
  const target = { host: 'example.com', port: 443 };
  expect(await counting.check(target, false)).toBeNull();
  expect(await counting.check(target, false)).toBeNull();
  expect(lookups).toBe(1);
  nowMs += 61_000;
  expect(await counting.check(target, false)).toBe('private');
});

test.each([
  '127.0.0.1',
  '127.0.0.2',
  '::1',
  '0.0.0.0',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  'localhost',
  'any.localhost.',
])('the gateway itself, as %s, is refused even if the rule allows private targets', async (host) => {
  expect(await guard([]).check({ host, port: 24_000 }, true)).toBe('own-address');
  expect(await guard([]).check({ host, port: 24_001 }, true)).toBeNull();
});

test.each([['vm'], ['mybox.example'], ['ip6-localhost'], ['localhost.localdomain.']])(
  'the gateway is not reached through itself as %s, a name of this machine',
  async (host) => {
    for (const address of ['127.0.0.1', '127.0.1.1', '::1', '::ffff:0:7f00:1']) {
      const own = guard(['203.0.113.1', address]);
      expect(await own.check({ host, port: 24_000 }, true)).toBe('own-address');
      expect(await own.check({ host, port: 24_001 }, true)).toBeNull();
    }
    // Nobody can say in time that it is another machine.
    expect(await guard(new Error('timeout')).check({ host, port: 24_000 }, true)).toBe('own-address');
    expect(await guard(['203.0.113.1']).check({ host, port: 24_000 }, true)).toBeNull();
  },
);

test('the gateway is not reached through itself by an address of an interface', async () => {
  const [other] = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal }) => !internal);
  const host = other?.address ?? '127.0.0.1';
  expect(await guard([]).check({ host, port: 24_000 }, true)).toBe('own-address');
});

test('a few slow names of a client hold up neither those of others nor, for long, its own', async () => {
  const started: string[] = [];
  const slow = createTargetGuard({
    isOwnPort: () => false,
    resolve: (name) => {
      started.push(name);
      return name.startsWith('slow') ? new Promise(() => undefined) : Promise.resolve([]);
    },
  });
  const ask = (host: string, client: string) => slow.check({ host, port: 443 }, false, client);
  for (let at = 0; at < 100; at += 1) void ask(`slow${String(at)}.test`, 'one');
  expect(started).toHaveLength(8);
  expect(await ask('quick.test', 'two')).toBeNull();
  // It gets no turn, and the proxy resolves it.
  expect(await ask('quick-too.test', 'one')).toBeNull();
  expect(started).not.toContain('quick-too.test');
});

test('a name that got no turn is looked up by the next request', async () => {
  const guard = createTargetGuard({
    isOwnPort: () => false,
    resolve: (name) => (name.startsWith('slow') ? wait(2_500).then(() => []) : Promise.resolve(['192.168.1.1'])),
  });
  const ask = (host: string) => guard.check({ host, port: 443 }, false, 'one');
  for (let at = 0; at < 8; at += 1) void ask(`slow${String(at)}.test`);
  expect(await ask('router.test')).toBeNull();
  await wait(1_000);
  expect(await ask('router.test')).toBe('private');
});
