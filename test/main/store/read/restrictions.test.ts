import { expect, test } from 'vitest';
import { firstRows, makeProxy, makeService, makeStore, makeUser, makeUuid } from '../support.ts';

test('what a proxy user is restricted to has the names that the copy knows, in the order received', () => {
  const store = makeStore();
  store.syncs.writePage('services', [makeService('svc-1', 'One'), makeService('svc-2', 'Two')]);
  store.syncs.writePage('proxies', [
    makeProxy(1),
    makeProxy(2, { proxy_ip_address: null }),
    makeProxy(3, { proxy_ip_address: null, proxy_ip_address_v6: null }),
  ]);
  store.syncs.writePage('proxy_users', [
    makeUser('alice', {
      restricted_service_ids: ['svc-2', 'svc-gone', 'svc-1', 'svc-3'],
      restricted_proxy_ids: [makeUuid(2), makeUuid(77), makeUuid(1), makeUuid(3), 'no uuid'],
    }),
    makeUser('bob', { restricted_service_ids: ['svc-1'] }),
  ]);
  expect(store.proxy_users.restrictions('alice', 100)).toEqual({
    services: [
      { service_id: 'svc-2', service_name: 'Two' },
      { service_id: 'svc-gone', service_name: null },
      { service_id: 'svc-1', service_name: 'One' },
      { service_id: 'svc-3', service_name: null },
    ],
    proxies: [
      { proxy_id: makeUuid(2), address: '2001:db8::3' },
      { proxy_id: makeUuid(77), address: null },
      { proxy_id: makeUuid(1), address: '203.0.0.1' },
      { proxy_id: makeUuid(3), address: null },
      { proxy_id: 'no uuid', address: null },
    ],
  });
  expect(store.proxy_users.restrictions('alice', 1).proxies).toHaveLength(1);
  expect(store.proxy_users.restrictions('nobody', 100)).toEqual({ services: [], proxies: [] });
  const rows = store.proxy_users.list(firstRows('', 'proxy_users'));
  expect(rows.map((row) => row.restrictedServiceNames)).toEqual([['Two', 'svc-gone', 'One'], ['One']]);
});
