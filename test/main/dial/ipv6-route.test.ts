import { expect, test } from 'vitest';
import { createIpv6Route, hasIpv6Address } from '../../../src/main/dial/ipv6-route.ts';

const proxy = '2001:db8::7';

function makeRoute() {
  let nowMs = 0;
  let network = '192.0.2.4';
  return {
    route: createIpv6Route({ nowMs: () => nowMs, readNetwork: () => network }),
    pass: (minutes: number) => {
      nowMs += minutes * 60_000;
    },
    change: (to: string) => {
      network = to;
      // Interfaces are not read for each connection.
      nowMs += 1_000;
    },
  };
}

test('one failed connection shows that there is no route, until some minutes have passed', () => {
  const { route, pass } = makeRoute();
  expect(route.isMissing()).toBe(false);
  route.failed('203.0.113.7');
  expect(route.isMissing()).toBe(false);
  route.failed(proxy);
  expect(route.isMissing()).toBe(true);
  pass(4);
  expect(route.isMissing()).toBe(true);
  pass(1);
  expect(route.isMissing()).toBe(false);
});

test('another network is tried at once', () => {
  const { route, change } = makeRoute();
  route.failed(proxy);
  change('192.0.2.4 2001:db8:1::4');
  expect(route.isMissing()).toBe(false);
});

test('where IPv6 addresses were reached, one without a route is not the fault of this machine', () => {
  const { route, change } = makeRoute();
  // This machine itself is always reached.
  route.opened('::1');
  route.failed(proxy);
  expect(route.isMissing()).toBe(true);
  route.opened('2001:db8::8');
  expect(route.isMissing()).toBe(false);
  route.failed(proxy);
  expect(route.isMissing()).toBe(false);
  change('198.51.100.4');
  route.failed(proxy);
  expect(route.isMissing()).toBe(true);
});

test.each<[boolean, string, readonly string[]]>([
  [false, 'no address', []],
  [false, 'IPv4 and the address of the link', ['192.0.2.7', 'fe80::1']],
  [true, 'a local network', ['192.0.2.7', 'fd00::2']],
  [true, 'a public address', ['2001:db8::7']],
])('whether this machine may reach IPv6 is %s with %s', (expected, _what, addresses) => {
  expect(hasIpv6Address(addresses)).toBe(expected);
});
