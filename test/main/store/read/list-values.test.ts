import { expect, test } from 'vitest';
import { makeProxies, makeService, makeStore, makeUser, query } from '../support.ts';

const everything = { terms: [] };

test('values of proxies are counted within the filters on what proxies share', () => {
  const store = makeStore();
  store.syncs.writePage('services', [makeService('svc-1', 'One')]);
  store.syncs.writePage('proxy_users', [makeUser('alice'), makeUser('bob')]);
  store.syncs.writePage('proxies', makeProxies(12));
  expect(store.valuesOf('proxies', 'country', everything)).toEqual([
    { value: 'DE', label: 'Germany', count: 4 },
    { value: 'GB', label: 'United Kingdom', count: 4 },
    { value: 'US', label: 'United States', count: 4 },
  ]);
  expect(store.valuesOf('proxies', 'country', query('type:isp online:no port:1'))).toEqual([
    { value: 'US', label: 'United States', count: 1 },
  ]);
  expect(store.valuesOf('proxies', 'subdivision', everything)).toEqual([
    { value: 'US-NY', label: 'New York', count: 12 },
  ]);
  expect(store.valuesOf('proxies', 'asn', everything)).toHaveLength(5);
  expect(store.valuesOf('proxies', 'service', everything)).toContainEqual({ value: 'svc-1', label: 'One', count: 2 });
  expect(store.valuesOf('proxies', 'user', query('country:US'))).toEqual([
    { value: 'alice', label: 'alice', count: 4 },
    { value: 'bob', label: 'bob', count: 4 },
  ]);
  for (const key of ['port', 'ip', 'updated', 'nonsense', 'constructor']) {
    expect(store.valuesOf('proxies', key, everything)).toEqual([]);
  }
});

test('values of the small lists are counted by their rows', () => {
  const store = makeStore();
  store.syncs.writePage('services', [
    makeService('svc-1', 'One', { service_status: 'active' }),
    makeService('svc-2', 'Two', { service_status: 'active' }),
    makeService('svc-3', 'Three', { service_status: 'overdue' }),
  ]);
  store.syncs.writePage('proxy_users', [
    makeUser('alice', { restricted_service_ids: ['svc-1', 'svc-2'] }),
    makeUser('bob', { restricted_service_ids: ['svc-1'] }),
  ]);
  expect(store.valuesOf('services', 'status', everything)).toEqual([
    { value: 'active', label: 'active', count: 2 },
    { value: 'overdue', label: 'overdue', count: 1 },
  ]);
  expect(store.valuesOf('proxy_users', 'access', everything)).toEqual([{ value: 'all', label: 'all', count: 2 }]);
  expect(store.valuesOf('proxy_users', 'service', everything)).toEqual([
    { value: 'svc-1', label: 'One', count: 2 },
    { value: 'svc-2', label: 'Two', count: 1 },
  ]);
  expect(store.valuesOf('residential_ledger', 'reason', everything)).toEqual([]);
  expect(store.valuesOf('services', 'constructor', everything)).toEqual([]);
});
