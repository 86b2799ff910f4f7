import { createHook } from 'node:async_hooks';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
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
  ['127.0.0.1.:80', '127.0.0.1:80'],
  ['0x7f.1:80', '127.0.0.1:80'],
  ['017700000001:80', '127.0.0.1:80'],
  ['%31%32%37.0.0.1:80', '127.0.0.1:80'],
  ['１２７。０．０.1:80', '127.0.0.1:80'],
  ['[::ffff:127.0.0.1]:80', '[::ffff:7f00:1]:80'],
  ['[0:0:0:0:0:0:0:1]:80', '[::1]:80'],
  // And these are this machine's name.
  ['ⓛocalhost:80', 'localhost:80'],
  ['local\u00adhost:80', 'localhost:80'],
  ['%6cocalhost:80', 'localhost:80'],
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
  // A zone is a network of this machine.
  '[fe80::1%eth0]:80',
  '[fe80::1%25eth0]:80',
  '[::1%lo]:80',
  '127.0.0.1.1:80',
  '127.0.0.256:80',
  '0x7g.1:80',
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
  '64:ff9b::192.168.1.1',
  '64:ff9b:1::8.8.8.8',
  '::ffff:0:127.0.0.1',
  '2002:7f00:1::',
  '2001:0:7f00:1::',
  'fec0::1',
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
  // An IPv6-only network makes it of a public address of IPv4.
  '64:ff9b::8.8.8.8',
  'example.com',
])('%s is not private', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

const guard = createTargetGuard((port) => port === 24_000);
const check = (host: string, allowsPrivate = false) => guard.check({ host, port: 80 }, allowsPrivate);

test.each([
  'localhost',
  'localhost.',
  'LOCALHOST',
  'a.localhost',
  'localhost.localdomain',
  'printer',
  'printer.',
  'wpad',
  'nas.local',
  'NAS.Local.',
  'db.internal',
  'metadata.google.internal',
  'wiki.intranet',
  'x.private',
  'router.lan',
  'tv.home',
  'dc.corp',
  'x.home.arpa',
  '127.0.0.1',
  '::1',
])('%s is refused, unless the rule allows it', (host) => {
  expect(check(host)).toBe('private');
  expect(check(host, true)).toBeNull();
});

test.each([
  'example.com',
  'local.example',
  'localhost.example',
  'home.arpa.example',
  'mylan.net',
  'x.homes',
  'internal.io',
])('%s is a name that only the proxy resolves', (host) => {
  const started: string[] = [];
  const hook = createHook({ init: (_id, type) => void started.push(type) }).enable();
  onTestFinished(() => void hook.disable());
  for (const port of [80, 24_000]) {
    expect(guard.check({ host, port }, false)).toBeNull();
    expect(guard.check({ host, port }, true)).toBeNull();
  }
  expect(started.filter((type) => /DNS|QUERY|ADDRINFO|FS/.test(type))).toEqual([]);
});

const [other] = Object.values(networkInterfaces())
  .flatMap((each) => each ?? [])
  .filter(({ internal }) => !internal);
const ofInterface = other?.address ?? '127.0.0.1';

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
  ofInterface,
])('the gateway itself, as %s, is refused even if the rule allows private targets', (host) => {
  expect(guard.check({ host, port: 24_000 }, true)).toBe('own-address');
  expect(guard.check({ host, port: 24_001 }, true)).toBeNull();
});

test.each([
  [['127.0.0.1'], true],
  [['127.0.1.1'], true],
  [['::1'], true],
  [['::ffff:0:7f00:1'], true],
  [['203.0.113.1', '127.0.0.1'], true],
  [[ofInterface], true],
  [['203.0.113.1'], false],
  [['192.168.255.254', '2001:db8::1'], false],
])('whether a proxy at %j can lead to the gateway: %s', (addresses, can) => {
  expect(guard.isGateway(addresses, 24_000)).toBe(can);
  expect(guard.isGateway(addresses, 24_001)).toBe(false);
  // A proxy on this machine could resolve any name to it. An address is refused before, if it is one of this machine.
  expect(guard.mayLeadBack(addresses, { host: 'any.example', port: 24_000 })).toBe(can);
  expect(guard.mayLeadBack(addresses, { host: 'any.example', port: 24_001 })).toBe(false);
  expect(guard.mayLeadBack(addresses, { host: '203.0.113.9', port: 24_000 })).toBe(false);
});
