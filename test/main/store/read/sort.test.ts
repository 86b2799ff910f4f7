import { expect, test } from 'vitest';
import { proxyFields } from '../../../../src/shared/records/proxy.ts';
import { proxyUserFields } from '../../../../src/shared/records/proxy-user.ts';
import { serviceFields } from '../../../../src/shared/records/service.ts';
import type { Store } from '../../../../src/main/store/index.ts';
import { makeProxy, makeService, makeStore, makeUser, makeUuid, query } from '../support.ts';

const invalid: unknown = expect.objectContaining({
  failure: expect.objectContaining({ code: 'invalid-input' }) as unknown,
});

function makeSorted(): Store {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1, { city_name: 'beta', proxy_ip_address: '10.0.0.9', proxy_http_port: 80 }),
    makeProxy(2, { city_name: 'Alpha', proxy_ip_address: '10.0.0.10', proxy_http_port: 80 }),
    makeProxy(3, { city_name: null, proxy_ip_address: null, proxy_http_port: null }),
    makeProxy(4, { city_name: 'alpha', proxy_ip_address: '9.255.0.0', proxy_http_port: 443 }),
  ]);
  return store;
}

test.each<[string, number[], number[]]>([
  ['city_name', [2, 4, 1, 3], [1, 2, 4, 3]],
  ['proxy_ip_address', [4, 1, 2, 3], [2, 1, 4, 3]],
  ['proxy_http_port', [1, 2, 4, 3], [4, 1, 2, 3]],
])('by %s, what is missing last both ways and equal ones as received', (field, up, down) => {
  const store = makeSorted();
  for (const [isDescending, numbers] of [
    [false, up],
    [true, down],
  ] as const) {
    const window = { where: query(''), sort: [{ field, isDescending }], offset: 0, limit: 10 };
    const ids = numbers.map(makeUuid);
    expect(store.proxies.list(window).map((row) => row.proxy_id)).toEqual(ids);
    const records = [...store.proxies.records(window, { secrets: false })];
    expect(records.map((record) => record['proxy_id'])).toEqual(ids);
    const part = store.proxies.list({ ...window, offset: 1, limit: 2 });
    expect(part.map((row) => row.proxy_id)).toEqual(ids.slice(1, 3));
  }
});

test('by several fields, the first counting most', () => {
  const sort = [
    { field: 'proxy_http_port', isDescending: true },
    { field: 'city_name', isDescending: false },
  ];
  const rows = makeSorted().proxies.list({ where: query(''), sort, offset: 0, limit: 10 });
  expect(rows.map((row) => row.proxy_id)).toEqual([4, 2, 1, 3].map(makeUuid));
});

test('every field but secrets can be sorted by, and the failure lists them', () => {
  const store = makeSorted();
  store.syncs.writePage('services', [makeService('svc-1', 'One', { service_metadata: { a: 1 } })]);
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
  for (const [list, fields, also] of [
    [store.proxies, proxyFields, Object.keys(store.proxies.get(makeUuid(1)) ?? {})],
    [store.services, serviceFields, Object.keys(store.services.get('svc-1') ?? {})],
    [store.proxy_users, proxyUserFields, Object.keys(store.proxy_users.get('alice') ?? {})],
  ] as const) {
    const names = Object.entries(fields).filter(([, { kind }]) => kind !== 'secret');
    expect(also.length).toBeGreaterThan(5);
    for (const field of [...names.map(([name]) => name), ...also]) {
      const window = { where: { terms: [] }, sort: [{ field, isDescending: true }] };
      expect(list.list({ ...window, offset: 0, limit: 10 }).length).toBeGreaterThan(0);
    }
  }
  for (const field of ['default_proxy_user_password', 'nonsense', 'key; DROP TABLE proxy', '']) {
    const sort = [{ field, isDescending: false }];
    const window = { where: query(''), sort, offset: 0, limit: 1 };
    expect(() => store.proxies.list(window)).toThrow(invalid);
    expect(() => store.proxies.list(window)).toThrow(/proxy_http_port/);
  }
});

test('the first row that begins with a text is found in the order of the list', () => {
  const store = makeSorted();
  const find = (prefix: string, fields = ['city_name'], isDescending = false, text = '') =>
    store.proxies.findRow({ where: query(text), sort: [{ field: 'city_name', isDescending }] }, fields, prefix);
  expect(find('AL')).toBe(0);
  expect(find('b')).toBe(2);
  expect(find('b', ['city_name'], true)).toBe(0);
  expect(find('44', ['city_name', 'proxy_http_port'])).toBe(1);
  expect(find('a', ['city_name'], false, 'port:443')).toBe(0);
  expect(find('%')).toBeNull();
  expect(() => find('a', ['nonsense'])).toThrow(/no field/);
});
