import { expect, test } from 'vitest';
import { parseQuery } from '../../../../src/shared/filter/query.ts';
import { formatTerm } from '../../../../src/shared/filter/query-edit.ts';
import { makeProxy, makeService, makeStore, makeUser, makeUuid } from '../support.ts';

const everything = (where = '') => ({ list: 'services', kind: 'query', where }) as const;

test('the proxies of more services than a filter can name are found', () => {
  const count = 1200;
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const serviceIds = numbers.map((number) => `svc-${String(number)}`);
  expect(parseQuery(formatTerm('service', serviceIds, true), 'proxies').ok).toBe(false);
  const store = makeStore();
  store.syncs.writePage(
    'services',
    serviceIds.map((id, at) => makeService(id, at % 2 === 0 ? `Even ${id}` : `Odd ${id}`)),
  );
  store.syncs.writePage(
    'proxies',
    numbers.map((number) => makeProxy(number, { service_id: `svc-${String(number)}` })),
  );
  store.syncs.writePage('proxies', [makeProxy(count + 1, { service_id: null })]);
  expect(store.proxies.idsOf(everything())).toEqual(numbers.map(makeUuid));
  expect(store.proxies.idsOf(everything('name:even'))).toHaveLength(600);
  expect(store.proxies.idsOf({ ...everything(), excludedIds: serviceIds.slice(2) })).toEqual([
    makeUuid(1),
    makeUuid(2),
  ]);
  expect(store.proxies.idsOf({ list: 'services', kind: 'ids', ids: ['svc-3', 'svc-gone'] })).toEqual([makeUuid(3)]);
});

test('the proxies of proxy users are those that at least one of them may use', () => {
  const store = makeStore();
  store.syncs.writePage('services', [makeService('svc-a', 'A'), makeService('svc-b', 'B')]);
  store.syncs.writePage('proxies', [
    makeProxy(1, { service_id: 'svc-a' }),
    makeProxy(2, { service_id: 'svc-b' }),
    makeProxy(3, { service_id: null }),
    makeProxy(4, { service_id: null }),
  ]);
  store.syncs.writePage('proxy_users', [
    makeUser('anna', { proxy_user_access_type: 'service_restricted', restricted_service_ids: ['svc-a'] }),
    makeUser('annika', {
      proxy_user_access_type: 'proxy_restricted',
      restricted_proxy_ids: [makeUuid(1), makeUuid(3)],
    }),
    makeUser('gone', { proxy_user_is_deleted: true }),
    makeUser('root'),
  ]);
  const idsOf = (where: string) => store.proxies.idsOf({ list: 'proxy_users', kind: 'query', where });
  expect(idsOf('ann')).toEqual([makeUuid(1), makeUuid(3)]);
  expect(idsOf('gone')).toEqual([]);
  expect(idsOf('')).toHaveLength(4);
});
