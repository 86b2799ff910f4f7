import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../../../src/main/store/index.ts';
import type { Rows } from '../../../../src/shared/rows.ts';
import type { JsonObject } from '../../../../src/shared/json.ts';
import { findIds, makeProxy, makeService, makeStore, makeUser, makeUuid, query } from '../support.ts';

const noService = { service_id: null };

interface Rule {
  readonly user: string;
  readonly changes: JsonObject;
  /** Numbers of the proxies that the user may use: 1 and 2 are of svc-a, 3 of svc-b, 4 of none. */
  readonly may: readonly number[];
}

const rules: readonly Rule[] = [
  { user: 'all', changes: {}, may: [1, 2, 3, 4] },
  { user: 'all-deleted', changes: { proxy_user_is_deleted: true }, may: [] },
  { user: 'all-not-said', changes: { proxy_user_is_deleted: null }, may: [1, 2, 3, 4] },
  {
    user: 'service',
    changes: { proxy_user_access_type: 'service_restricted', restricted_service_ids: ['svc-a'] },
    may: [1, 2],
  },
  {
    user: 'services',
    changes: {
      proxy_user_access_type: 'service_restricted',
      restricted_service_ids: ['svc-b', 'svc-a', 'svc-a', 'svc-gone'],
      restricted_proxy_ids: [makeUuid(4)],
    },
    may: [1, 2, 3],
  },
  {
    user: 'service-none',
    changes: { proxy_user_access_type: 'service_restricted', restricted_service_ids: [] },
    may: [],
  },
  {
    user: 'service-deleted',
    changes: {
      proxy_user_access_type: 'service_restricted',
      restricted_service_ids: ['svc-a'],
      proxy_user_is_deleted: true,
    },
    may: [],
  },
  {
    user: 'proxy',
    changes: {
      proxy_user_access_type: 'proxy_restricted',
      restricted_proxy_ids: [makeUuid(4), makeUuid(2), makeUuid(2), makeUuid(77)],
      restricted_service_ids: ['svc-b'],
    },
    may: [2, 4],
  },
  {
    user: 'proxy-deleted',
    changes: {
      proxy_user_access_type: 'proxy_restricted',
      restricted_proxy_ids: [makeUuid(1)],
      proxy_user_is_deleted: true,
    },
    may: [],
  },
  { user: 'unknown-type', changes: { proxy_user_access_type: 'country_restricted' }, may: [] },
  { user: 'no-type', changes: { proxy_user_access_type: null }, may: [] },
  {
    user: 'odd-lists',
    changes: {
      proxy_user_access_type: 'service_restricted',
      restricted_service_ids: [null, 7, 'svc-b'],
      restricted_proxy_ids: 'all',
    },
    may: [3],
  },
];

function makeRuledStore(after?: (remove: () => void) => void): Store {
  const store = makeStore(undefined, after);
  store.syncs.writePage('services', [makeService('svc-a', 'A'), makeService('svc-b', 'B')]);
  store.syncs.writePage('proxies', [
    makeProxy(1, { service_id: 'svc-a' }),
    makeProxy(2, { service_id: 'svc-a' }),
    makeProxy(3, { service_id: 'svc-b' }),
    makeProxy(4, noService),
  ]);
  store.syncs.writePage(
    'proxy_users',
    rules.map(({ user, changes }) => makeUser(user, changes)),
  );
  return store;
}

/** A store that the tests of the rules only read. */
let store: Store;
beforeAll(() => {
  store = makeRuledStore(afterAll);
});

test.each(rules)('$user may use exactly $may, wherever that is asked', ({ user, may }) => {
  const ids = may.map(makeUuid);
  const everything = { kind: 'query', where: '', excludedIds: [] } as const;
  const addresses = store.proxies.addresses({ rows: everything, accessibleTo: user, protocol: 'http', ip: '4' });
  expect([...addresses].map(({ proxy_id }) => proxy_id)).toEqual(ids);
  expect(store.proxies.countInaccessible(everything, user)).toBe(4 - may.length);
  const request = { rows: everything, accessibleTo: user, protocol: 'http', ip: '4' } as const;
  expect([...store.proxies.bareAddresses(request)].map(({ port }) => port)).toEqual(may.map((number) => 8000 + number));
  expect(findIds(store, `user:${user}`)).toEqual(ids);
  expect(findIds(store, `-user:${user.toUpperCase()}`)).toHaveLength(4 - ids.length);
  expect(store.proxy_users.get(user)?.accessibleProxyCount).toBe(ids.length);
  const facet = store.proxies.facets(query('')).user.find(({ value }) => value === user);
  expect(facet?.count ?? 0).toBe(ids.length);
  const inA = store.proxies.facets(query('service:svc-a')).user.find(({ value }) => value === user);
  expect(inA?.count ?? 0).toBe(may.filter((number) => number <= 2).length);
  for (const number of [1, 2, 3, 4]) {
    const users = store.proxies.usersWithAccess(makeUuid(number)).map((one) => one.proxy_user_id);
    expect(users.includes(user)).toBe(may.includes(number));
  }
});

test('an unknown user may use no proxy, and an unknown proxy is used by nobody', () => {
  const rows = { kind: 'query', where: '' } as const;
  const request = { rows, protocol: 'http', ip: '4' } as const;
  expect([...store.proxies.addresses({ ...request, accessibleTo: 'nobody' })]).toEqual([]);
  // The filter ignores case; an export must not contain another user's proxies.
  expect([...store.proxies.addresses({ ...request, accessibleTo: 'ALL' })]).toEqual([]);
  expect([...store.proxies.addresses({ ...request, accessibleTo: null })]).toHaveLength(4);
  expect(store.proxies.usersWithAccess(makeUuid(9))).toEqual([]);
  expect(findIds(store, 'user:""')).toEqual([]);
  expect(findIds(store, 'user:*')).toHaveLength(4);
});

test('a detail says through which rule a user has access', () => {
  expect(store.proxies.usersWithAccess(makeUuid(2))).toEqual([
    { proxy_user_id: 'all', proxy_user_is_default: false, through: 'all' },
    { proxy_user_id: 'all-not-said', proxy_user_is_default: false, through: 'all' },
    { proxy_user_id: 'service', proxy_user_is_default: false, through: 'service' },
    { proxy_user_id: 'services', proxy_user_is_default: false, through: 'service' },
    { proxy_user_id: 'proxy', proxy_user_is_default: false, through: 'proxy' },
  ]);
});

test('addresses are of the asked version and port, and of the chosen proxies', () => {
  const store = makeRuledStore();
  store.syncs.writePage('proxies', [
    makeProxy(5, { proxy_ip_address: null, proxy_ip_address_v6: '', proxy_socks5_port: 'x' }),
  ]);
  const read = (rows: Rows, protocol: 'http' | 'socks5', ip: '4' | '6') => {
    const request = { rows, accessibleTo: null, protocol, ip } as const;
    const addresses = [...store.proxies.addresses(request)];
    expect([...store.proxies.bareAddresses(request)]).toEqual(addresses.map(({ host, port }) => ({ host, port })));
    return addresses;
  };
  const ids = [makeUuid(5), makeUuid(2), makeUuid(99), makeUuid(2)];
  expect(read({ kind: 'ids', ids }, 'http', '4')).toEqual([
    { proxy_id: makeUuid(2), host: '203.0.0.2', port: 8002 },
    { proxy_id: makeUuid(5), host: null, port: 8005 },
  ]);
  expect(read({ kind: 'ids', ids }, 'socks5', '6')).toEqual([
    { proxy_id: makeUuid(2), host: '2001:db8::3', port: 9002 },
    { proxy_id: makeUuid(5), host: null, port: null },
  ]);
  const chosen = { kind: 'query', where: 'service:svc-a,svc-b', excludedIds: [makeUuid(1), makeUuid(4)] } as const;
  expect(read(chosen, 'http', '4').map(({ proxy_id }) => proxy_id)).toEqual([makeUuid(2), makeUuid(3)]);
  expect(store.proxies.countOf(chosen)).toBe(2);
  expect(store.proxies.countOf({ kind: 'ids', ids })).toBe(2);
});
