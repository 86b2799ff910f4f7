import { expect, test } from 'vitest';
import { createRowNames } from '../../../src/main/exports/row-policy.ts';
import { prepareExport } from '../../../src/main/exports/prepare.ts';
import type { RowDetails } from '../../../src/shared/exports/export.ts';
import { makeProxy, makeStore, makeUser, makeUuid } from '../store/support.ts';

const nowhere: RowDetails = {
  proxy_id: '',
  service_id: null,
  proxy_type: null,
  proxy_status: null,
  country_id: null,
  country_name: null,
  subdivision_name: null,
  city_name: null,
  city_timezone: null,
  city_example_postcode: null,
  asn_id: null,
  asn_name: null,
};

test('a row is named by its place and a number, and names are unique', () => {
  const nameRow = createRowNames();
  const places: Partial<RowDetails>[] = [
    { country_id: 'US', city_name: 'New York' },
    { country_id: 'US', subdivision_name: 'Texas' },
    { country_id: 'US', city_name: 'New York', subdivision_name: 'New York' },
    { country_id: 'US', city_name: 'New York 2' },
    { country_id: 'GB' },
    {},
    { city_name: 'A\n\u2028\u0000B\u{1d173}  C' },
    { city_name: '\t' },
  ];
  const names = places.map((place) => nameRow({ ...nowhere, ...place }));
  expect(names).toEqual([
    'US New York 1',
    'US Texas 1',
    'US New York 2',
    'US New York 2 1',
    'GB 1',
    'Proxy 1',
    'A B C 1',
    'Proxy 2',
  ]);
});

test('formats that name proxies get place, network and IDs as received', () => {
  const store = makeStore();
  store.syncs.writePage('proxies', [
    makeProxy(1),
    makeProxy(2, { country_id: null, country_name: '', city_name: 7, asn_id: 'x', asn_name: null }),
  ]);
  store.syncs.writePage('proxy_users', [makeUser('alice')]);
  const everything = { kind: 'query', where: '' } as const;
  const request = { rows: everything, accessibleTo: 'alice', protocol: 'http', ip: '4' } as const;
  const read = [...store.proxies.addresses({ ...request, hasDetails: true })];
  expect(read.map(({ proxy_id, details }) => [proxy_id, details])).toEqual([
    [
      makeUuid(1),
      {
        proxy_id: makeUuid(1),
        service_id: 'svc-1',
        proxy_type: 'datacenter',
        proxy_status: 'in_use',
        country_id: 'GB',
        country_name: 'United Kingdom',
        subdivision_name: 'New York',
        city_name: 'City 1',
        city_timezone: 'America/New_York',
        city_example_postcode: '10001',
        asn_id: 7001,
        asn_name: 'Network 1',
      },
    ],
    [
      makeUuid(2),
      expect.objectContaining({
        service_id: 'svc-2',
        country_id: null,
        country_name: null,
        city_name: null,
        asn_id: null,
        asn_name: null,
      }),
    ],
  ]);
  expect([...store.proxies.addresses(request)].map(({ details }) => details)).toEqual([undefined, undefined]);

  const { lines } = prepareExport(store, {
    proxyUserId: 'alice',
    proxies: { kind: 'query', where: '' },
    format: 'mihomo',
    protocol: 'http',
    ip: '4',
  });
  expect([...lines].map((line) => /"([^"]*)"/.exec(line)?.[1])).toEqual([undefined, 'GB City 1 1', 'New York 1']);
});
