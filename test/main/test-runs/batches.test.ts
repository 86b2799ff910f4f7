import { expect, test } from 'vitest';
import { listTestable, readPlan } from '../../../src/main/test-runs/plan.ts';
import {
  defaultLocalTest,
  describeSkippedOfTest,
  type LocalTestSettings,
} from '../../../src/shared/test-runs/test-run.ts';
import type { JsonObject } from '../../../src/shared/json.ts';
import { makeProxy, makeStore, makeUser } from '../store/support.ts';

const everything = { kind: 'query', where: '' } as const;

/** The strings that are sent for proxy 1 with these credentials of its default user, and how many are skipped. */
function stringsOf(changes: JsonObject): { strings: string[]; skipped: number } {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1, changes), makeProxy(2)]);
  const strings = [...listTestable(store, everything, null)].map(({ proxy_string }) => proxy_string);
  const { skippedCount } = readPlan(store, { proxies: everything, proxyUserId: null, settings: null });
  return { strings: strings.filter((text) => !text.includes('203.0.0.2')), skipped: skippedCount };
}

test('a colon in the password is sent: it is the last field', () => {
  expect(stringsOf({ default_proxy_user_password: 'p:a:s' }).strings).toEqual(['203.0.0.1:8001:default-user:p:a:s']);
});

test.each<[string, JsonObject]>([
  ['a colon in the user name', { default_proxy_user_username: 'a:b' }],
  ['a line end in the user name', { default_proxy_user_username: 'a\nb' }],
  ['a line end in the password', { default_proxy_user_password: 'a\r\nb' }],
  ['no password', { default_proxy_user_password: null }],
  ['no port', { proxy_http_port: null, proxy_socks5_port: null }],
  ['no address', { proxy_ip_address: null, proxy_ip_address_v6: null }],
])('a proxy with %s is skipped and counted, the others are sent', (_what, changes) => {
  expect(stringsOf(changes)).toEqual({ strings: [], skipped: 1 });
});

test('without an IPv4 address the IPv6 address is sent in brackets, without an HTTP port the SOCKS5 port', () => {
  expect(stringsOf({ proxy_ip_address: null, proxy_http_port: null }).strings).toEqual([
    '[2001:db8::2]:9001:default-user:the default password',
  ]);
});

test('with a proxy user, only proxies that the user has access to are sent, with its credentials', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [makeProxy(1), makeProxy(2)]);
  const restricted = { proxy_user_access_type: 'service_restricted', restricted_service_ids: ['svc-2'] };
  store.syncs.writePage('proxy_users', [makeUser('alice', restricted)]);
  const testable = [...listTestable(store, everything, 'alice')];
  const { skippedCount } = readPlan(store, { proxies: everything, proxyUserId: 'alice', settings: null });
  expect(testable.map(({ proxy_string }) => proxy_string)).toEqual(['203.0.0.2:8002:alice:password of alice']);
  expect(skippedCount).toBe(1);
});

test('from here the IPv4 address is tested, else the IPv6 address, and each skipped proxy has its reason', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1),
    makeProxy(2, { proxy_ip_address: null }),
    makeProxy(3, { proxy_ip_address: null, proxy_ip_address_v6: null }),
    makeProxy(4, { proxy_http_port: null }),
    makeProxy(5, { default_proxy_user_password: null }),
  ]);
  const read = (hasIpv6: boolean, more: Partial<LocalTestSettings> = {}) => {
    const settings = { ...defaultLocalTest, ...more };
    const made = readPlan(store, { proxies: everything, proxyUserId: null, settings }, () => hasIpv6);
    return { hosts: made.plan.map(({ host }) => host), said: describeSkippedOfTest({ ...made, settings }) };
  };
  const others = '1 no address; 1 no HTTP port; 1 no password';
  expect(read(true)).toEqual({ hosts: ['203.0.0.1', '2001:db8::3'], said: `3 skipped: ${others}` });
  expect(read(false)).toEqual({
    hosts: ['203.0.0.1'],
    said: `4 skipped: ${others}; 1 IPv6 only, and this machine has no IPv6`,
  });
  expect(read(true, { ip: '4' }).said).toBe('4 skipped: 2 no IPv4 address; 1 no HTTP port; 1 no password');
});

test('one reason for all that are skipped has no count of its own', () => {
  const said = describeSkippedOfTest({ skippedCount: 12, skipped: { 'no-ipv6': 12 }, settings: null });
  expect(said).toBe('12 skipped: IPv6 only, and this machine has no IPv6');
});
