import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryKeys } from '../../../../src/shared/filter/query-keys.ts';
import type { Store } from '../../../../src/main/store/index.ts';
import {
  findIds,
  makeDatabaseName,
  makeProxies,
  makeProxy,
  makeService,
  makeStore,
  makeUser,
  makeUuid,
  proxyKeys,
  query,
  startTestRun,
} from '../support.ts';

/** One empty store and one of each list: these tests only read, and a store takes longer to open than to read. */
let empty: Store;
let proxies: Store;
let services: Store;
let users: Store;
beforeAll(() => {
  empty = makeStore(undefined, afterAll);
  proxies = fillProxies(makeStore(undefined, afterAll));
  services = fillServices(makeStore(undefined, afterAll));
  users = fillUsers(makeStore(undefined, afterAll));
});

function fillProxies(store: Store): Store {
  store.syncs.writePage('services', [makeService('svc-1', 'ISP New York'), makeService('svc-10', 'Datacenter Zürich')]);
  const base = { service_id: 'svc-1', proxy_type: 'isp', proxy_status: 'in_use' };
  store.syncs.writePage('proxies', [
    makeProxy(1, {
      ...base,
      proxy_ip_address: '203.0.113.7',
      proxy_ip_address_v6: '2001:db8::1',
      subnet_id: '203.0.113.0/24',
      subnet_id_v6: '2001:db8::/64',
      proxy_http_port: 8000,
      proxy_socks5_port: 9000,
      country_id: 'US',
      country_name: 'United States',
      subdivision_id: 'US-NY',
      subdivision_name: 'New York',
      city_name: 'New York',
      city_timezone: 'America/New_York',
      city_example_postcode: '10001',
      asn_id: 7922,
      asn_name: 'Comcast Cable',
      proxy_protocol: 'dual',
      proxy_is_online: true,
      proxy_last_update_datetime: '2026-10-01 08:00:00',
    }),
    makeProxy(2, {
      ...base,
      service_id: 'svc-10',
      proxy_type: 'datacenter',
      proxy_status: 'reserved',
      proxy_ip_address: '198.51.100.20',
      proxy_ip_address_v6: '2001:DB8:0001::0002',
      subnet_id: '198.51.100.0/25',
      subnet_id_v6: '2001:db8:1::/48',
      proxy_http_port: 8100,
      proxy_socks5_port: 9100,
      country_id: 'CH',
      country_name: 'Switzerland',
      subdivision_id: 'CH-ZH',
      subdivision_name: 'Zürich',
      city_name: 'Zürich',
      city_timezone: 'Europe/Zurich',
      city_example_postcode: '8001',
      asn_id: 3303,
      asn_name: 'Swisscom',
      proxy_protocol: 'ipv4',
      proxy_is_online: false,
      proxy_last_update_datetime: '2026-10-02 00:00:00',
    }),
    { id: 'odd-Id', fields: { proxy_id: 'odd-Id', proxy_ip_address: 'host.example', country_name: 'Russia' } },
  ]);
  store.syncs.writePage('proxy_users', [
    makeUser('alice', { proxy_user_access_type: 'proxy_restricted', restricted_proxy_ids: [makeUuid(2)] }),
  ]);
  const run = startTestRun(store, { urls: ['https://example.com'] });
  const result = (isSuccess: boolean, time: number, datetime: string) => ({
    proxyId: makeUuid(1),
    fields: {
      proxy_test_result_is_successful: isSuccess,
      proxy_test_result_response_time: time,
      proxy_test_result_creation_datetime: datetime,
    },
  });
  store.testRuns.finishBatch(run, {
    results: [
      result(true, 100, '2026-10-05 10:00:00'),
      result(false, 300, '2026-10-04 10:00:00'),
      result(true, 200, '2026-10-03 10:00:00'),
    ],
    problem: null,
  });
  return store;
}

function fillServices(store: Store): Store {
  store.syncs.writePage('services', [
    makeService('svc-1', 'Texas', {
      service_type: 'isp',
      service_status: 'active',
      country_id: 'US',
      service_cycle: '1:month',
      service_quantity: 100,
      service_total: 49.5,
      service_creation_datetime: '2026-01-01 00:00:00',
      service_expiry_datetime: '2026-11-30 23:59:59',
      service_is_automatic_collection: true,
      service_is_pending_cancellation: false,
    }),
    makeService('svc-2', 'Other', {
      service_type: 'mobile',
      service_status: 'overdue',
      service_quantity: 101,
      service_total: 50,
      service_creation_datetime: '2026-01-02 00:00:00',
      service_expiry_datetime: '2026-12-01 00:00:00',
      service_is_automatic_collection: false,
      service_is_pending_cancellation: true,
    }),
  ]);
  return store;
}

function fillUsers(store: Store): Store {
  store.syncs.writePage('proxy_users', [
    makeUser('alice', { proxy_user_is_default: true, proxy_user_creation_datetime: '2026-05-05 05:05:05' }),
    makeUser('bob', {
      proxy_user_access_type: 'proxy_restricted',
      proxy_user_is_deleted: true,
      proxy_user_is_strict_security: true,
      restricted_proxy_ids: [makeUuid(3)],
      restricted_service_ids: ['svc-1'],
    }),
  ]);
  return store;
}

/** 1, 2: the two whole proxies; 3: the one that has next to nothing. */
test.each<[string, number[]]>([
  ['', [1, 2, 3]],
  ['country:us', [1]],
  ['country:US,CH', [1, 2]],
  ['-country:US', [2, 3]],
  ['country:united', [1]],
  ['country:states', [1]],
  ['country:"united states"', [1]],
  ['country:nited', []],
  ['country:russia', [3]],
  ['country:*', [1, 2]],
  ['country:""', [3]],
  ['country:"",CH', [2, 3]],
  ['-country:""', [1, 2]],
  ['subdivision:us-ny', [1]],
  ['subdivision:zürich', [2]],
  ['city:ÜRI', [2]],
  ['city:"new york"', [1]],
  ['city:=york', []],
  ['city:="new york"', [1]],
  ['country:=states', []],
  ['country:="united states",ch', [1, 2]],
  ['service:="ISP New York"', [1]],
  ['service:=svc-1', [1]],
  ['timezone:america/', [1]],
  ['network:cable', [1]],
  ['asn:7922', [1]],
  ['asn:>5000', [1]],
  ['asn:3303..7922', [1, 2]],
  ['asn:<3303', []],
  ['asn:<=3303', [2]],
  ['asn:""', [3]],
  ['type:ISP', [1]],
  ['type:is', []],
  ['protocol:dual,ipv6', [1]],
  ['status:reserved', [2]],
  ['-status:reserved', [1, 3]],
  ['online:yes', [1]],
  ['online:no', [2]],
  ['online:""', [3]],
  ['service:svc-1', [1]],
  ['service:"new york"', [1]],
  ['service:zürich', [2]],
  ['service:""', [3]],
  ['user:alice', [2]],
  ['-user:alice', [1, 3]],
  ['ip:203.0.113.7', [1]],
  ['ip:203.0.113.7:8000', [1]],
  ['ip:203.0.113.7:9000', [1]],
  ['ip:203.0.113.7:8100', []],
  ['203.0.113.7:8000', [1]],
  ['203.0.113.7:8000 198.51.100.20:9100', [1, 2]],
  ['[2001:db8::1]:8000 online:yes', [1]],
  ['[2001:db8::1]:8100', []],
  ['ip:203.0.113.0/24', [1]],
  ['ip:203.0.113.99/24', [1]],
  ['ip:203.0.113.8/29', []],
  ['ip:203.0.113.6/31', [1]],
  ['ip:0.0.0.0/0', [1, 2]],
  ['ip:203.0.', [1]],
  ['ip:203.', [1]],
  ['ip:20', [1]],
  ['ip:198.51.100.2', []],
  ['ip:198.51.10', [2]],
  ['ip:*', [1, 2, 3]],
  ['ip6:2001:db8::1', [1]],
  ['ip6:2001:0db8:0:0::1', [1]],
  ['ip6:2001:db8::/32', [1, 2]],
  ['ip6:2001:db8:1::/48', [2]],
  ['ip6:2001:db8:1::2', [2]],
  ['ip6:2001:db8:', [1, 2]],
  ['ip6:2001:db8::', [1]],
  ['ip:2001:db8::/64', [1]],
  ['ip6:""', [3]],
  ['subnet:203.0.113.0/24', [1]],
  ['subnet:203.0.0.0/16', [1]],
  ['subnet:198.51.100.0/26', []],
  ['subnet:198.48.0.0/12', [2]],
  ['subnet:198.51.100.0/25', [2]],
  ['subnet:0.0.0.0/0', [1, 2]],
  ['subnet:2001:db8:1::/47', [1, 2]],
  ['subnet:2001:0db8:0001::/48', [2]],
  ['subnet:2001:db8:1::/49', []],
  ['subnet:2001:DB8:1', [2]],
  ['subnet:198.51.', [2]],
  ['subnet:2001:db8::/32', [1, 2]],
  ['port:8000', [1]],
  ['port:>8000', [2]],
  ['port:>=8000', [1, 2]],
  ['port:8000..8099', [1]],
  ['socks:<9100', [1]],
  [`id:${makeUuid(1)}`, [1]],
  [`id:${makeUuid(2).toUpperCase()}`, [2]],
  ['id:ODD-ID', []],
  ['id:odd-Id', [3]],
  ['updated:2026-10-01', [1]],
  ['updated:2026-10', [1, 2]],
  ['updated:>2026-10-01', [2]],
  ['updated:>=2026-10-01', [1, 2]],
  ['updated:<2026-10-02', [1]],
  ['updated:<=2026-10-02', [1, 2]],
  ['updated:2026-09-30..2026-10-01', [1]],
  ['updated:2026-10-01T08:00', [1]],
  ['updated:""', [3]],
  ['tested:2026-10-05', [1]],
  ['tested:>2026-10-05', []],
  ['tested:""', [2, 3]],
  ['failed:<1h', [1]],
  ['failed:>1h', []],
  ['failed:""', [2, 3]],
  ['success:<95', [1]],
  ['success:>70', []],
  ['-success:<95', [2, 3]],
  ['latency:200', [1]],
  ['latency:*', [1]],
  ['comcast', [1]],
  ['SWISS', [2]],
  ['"new york"', [1]],
  ['8001', [2]],
  ['113.7', [1]],
  ['1.100', [2]],
  ['host.ex', [3]],
  ['db8::1', [1]],
  ['0001::0002', [2]],
  ['4000-8000-000000000001', [1]],
  ['odd-id', [3]],
  ['-comcast', [2, 3]],
  ['comcast swisscom', []],
  ['%', []],
  ["'", []],
])('proxies that are "%s"', (text, numbers) => {
  const ids = numbers.map((number) => (number === 3 ? 'odd-Id' : makeUuid(number)));
  expect(findIds(proxies, text)).toEqual(ids);
  expect(proxies.proxies.count(query(text))).toBe(ids.length);
});

test('an age counts back from now, and both ends of a range belong to it', () => {
  const store = makeStore();
  const datetime = (daysAgo: number): string =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
  store.syncs.writePage(
    'proxies',
    [0.5, 3, 30].map((daysAgo, index) => makeProxy(index, { proxy_last_update_datetime: datetime(daysAgo) })),
  );
  const find = (text: string): number => store.proxies.count(query(text));
  expect(find('updated:<1d')).toBe(1);
  expect(find('updated:<=1w')).toBe(2);
  expect(find('updated:>13h')).toBe(2);
  expect(find('updated:>20d')).toBe(1);
  expect(find('updated:1d..7d')).toBe(1);
  expect(find('updated:7d..1d')).toBe(1);
  expect(find('updated:<999999w')).toBe(3);
});

test('addresses are found by their beginning and by a part', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1, { proxy_ip_address: '20.3.0.1' }),
    makeProxy(2, { proxy_ip_address: '203.0.113.1' }),
  ]);
  expect(store.proxies.count(query('ip:20'))).toBe(2);
  expect(store.proxies.count(query('0.3.0'))).toBe(1);
});

test.each<[string, string[]]>([
  ['', ['svc-1', 'svc-2']],
  ['id:SVC-1', ['svc-1']],
  ['name:texas', ['svc-1']],
  ['type:isp', ['svc-1']],
  ['protocol:""', ['svc-1', 'svc-2']],
  ['status:active,overdue', ['svc-1', 'svc-2']],
  ['country:us', ['svc-1']],
  ['cycle:1:month', ['svc-1']],
  ['quantity:>100', ['svc-2']],
  ['total:<50', ['svc-1']],
  ['total:49.5', ['svc-1']],
  ['created:>2026-01-01', ['svc-2']],
  ['expires:<2026-12-01', ['svc-1']],
  ['updated:*', []],
  ['renews:no', ['svc-2']],
  ['canceling:yes', ['svc-2']],
  ['tex', ['svc-1']],
  ['VC-2', ['svc-2']],
])('services that are "%s"', (text, ids) => {
  expect(findIds(services, text, 'services')).toEqual(ids);
});

test.each<[string, string[]]>([
  ['id:ALICE', ['alice']],
  ['access:proxy_restricted', ['bob']],
  ['default:yes', ['alice']],
  ['deleted:no', ['alice']],
  ['strict:yes', ['bob']],
  ['https:""', ['alice', 'bob']],
  ['service:svc-1', ['bob']],
  ['-service:*', ['alice']],
  [`proxy:${makeUuid(3)}`, ['bob']],
  ['proxy:""', ['alice']],
  ['created:2026', ['alice']],
  ['updated:""', ['alice', 'bob']],
  ['LI', ['alice']],
])('proxy users that are "%s"', (text, ids) => {
  expect(findIds(users, text, 'proxy_users')).toEqual(ids);
});

const lists = ['proxies', 'services', 'proxy_users', 'residential_ledger'] as const;

test.each(lists.flatMap((list) => Object.values(queryKeys[list]).map(({ example }) => [list, example] as const)))(
  'the %s are filtered by %s',
  (list, example) => {
    expect(findIds(empty, example, list)).toEqual([]);
  },
);

test('a filter with as many values and terms as it may have is answered', () => {
  const codes = Array.from({ length: 49 }, (_, index) => `x${String(index)}`).join(',');
  expect(findIds(proxies, `country:${codes},US`)).toEqual([makeUuid(1)]);
  const terms = Array.from({ length: 99 }, (_, index) => `-type:x${String(index)}`).join(' ');
  expect(findIds(proxies, `${terms} country:US`)).toEqual([makeUuid(1)]);
});

test('a facet leaves its own terms out and the others in, most frequent first', () => {
  const store = makeStore();
  store.syncs.writePage('services', [makeService('svc-1', 'One')]);
  store.syncs.writePage('proxies', makeProxies(12));
  const facets = store.proxies.facets(query('country:US online:yes'));
  expect(facets.country).toEqual([
    { value: 'DE', label: 'Germany', count: 4 },
    { value: 'GB', label: 'United Kingdom', count: 4 },
    { value: 'US', label: 'United States', count: 3 },
  ]);
  expect(facets.online).toEqual([
    { value: 'yes', label: 'yes', count: 3 },
    { value: 'no', label: 'no', count: 1 },
  ]);
  expect(facets.type).toEqual([{ value: 'isp', label: 'isp', count: 3 }]);
  expect(store.proxies.facets(query('')).service[0]).toEqual({ value: 'svc-0', label: 'svc-0', count: 2 });
  expect(store.proxies.facets(query('')).service[1]).toEqual({ value: 'svc-1', label: 'One', count: 2 });
});

test('facets of cities and networks count whole names and numbers', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1, { city_name: 'York', asn_id: 7, asn_name: 'Seven' }),
    makeProxy(2, { city_name: 'New York', asn_id: 8, asn_name: 'Eight' }),
    makeProxy(3, { city_name: 'New York', asn_id: 8, asn_name: 'Eight' }),
    makeProxy(4, { city_name: null, asn_id: null, asn_name: 'Nameless' }),
  ]);
  const { city, asn } = store.proxies.facets(query('-asn:1 online:yes'));
  expect(city).toEqual([
    { value: 'New York', label: 'New York', count: 2 },
    { value: 'York', label: 'York', count: 1 },
  ]);
  expect(asn).toEqual([
    { value: '8', label: 'Eight', count: 2 },
    { value: '7', label: 'Seven', count: 1 },
  ]);
  for (const { value, count } of city) {
    expect(store.proxies.count(query(`city:="${value}"`))).toBe(count);
  }
});

test('counts follow what this store writes and what another one does', () => {
  const file = makeDatabaseName();
  const store = makeStore(file);
  const other = makeStore(file);
  const state = (): unknown => [
    store.proxies.count(query('')),
    store.proxies.count(query('type:isp')),
    store.proxies.facets(query('')).type,
  ];
  expect(state()).toEqual([0, 0, []]);
  store.syncs.writePage('proxies', [makeProxy(1, { proxy_type: 'isp' })]);
  expect(state()).toEqual([1, 1, [{ value: 'isp', label: 'isp', count: 1 }]]);
  other.syncs.writePage('proxies', [makeProxy(2, { proxy_type: 'isp' })]);
  expect(state()).toEqual([2, 2, [{ value: 'isp', label: 'isp', count: 2 }]]);
  other.syncs.writePage('proxies', [makeProxy(2, { proxy_type: 'mobile' })]);
  expect(store.proxies.count(query('type:isp'))).toBe(1);
  store.syncs.finishList('proxies', proxyKeys(store));
  expect(state()).toEqual([0, 0, []]);
});
