import { expect, test } from 'vitest';
import { createRowNames } from '../../../src/main/exports/row-policy.ts';
import { prepareExport } from '../../../src/main/exports/prepare.ts';
import type { RowDetails } from '../../../src/shared/exports/export.ts';
import { makeProxy, makeStore, makeUser, makeUuid } from '../store/support.ts';

const nowhere: RowDetails = {
  serviceId: null,
  type: null,
  status: null,
  countryId: null,
  countryName: null,
  subdivisionId: null,
  subdivisionName: null,
  cityName: null,
  timezone: null,
  postcode: null,
  asnId: null,
  asnName: null,
};

test('a row is named by its place and a number, and names are unique', () => {
  const nameRow = createRowNames();
  const places: Partial<RowDetails>[] = [
    { countryId: 'US', cityName: 'New York' },
    { countryId: 'US', subdivisionName: 'Texas' },
    { countryId: 'US', cityName: 'New York', subdivisionName: 'New York' },
    { countryId: 'US', cityName: 'New York 2' },
    { countryId: 'GB' },
    {},
    { cityName: 'A\n\u2028\u0000B\u{1d173}  C' },
    { cityName: '\t' },
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
  const everything = { kind: 'query', where: { terms: [] }, excludedIds: [] } as const;
  const request = {
    selection: everything,
    accessibleTo: 'alice',
    protocol: 'http',
    ip: '4',
  } as const;
  const read = [...store.proxies.addresses({ ...request, hasDetails: true })];
  expect(read.map(({ proxy_id, details }) => [proxy_id, details])).toEqual([
    [
      makeUuid(1),
      {
        serviceId: 'svc-1',
        type: 'datacenter',
        status: 'in_use',
        countryId: 'GB',
        countryName: 'United Kingdom',
        subdivisionId: 'US-NY',
        subdivisionName: 'New York',
        cityName: 'City 1',
        timezone: 'America/New_York',
        postcode: '10001',
        asnId: 7001,
        asnName: 'Network 1',
      },
    ],
    [
      makeUuid(2),
      expect.objectContaining({
        serviceId: 'svc-2',
        countryId: null,
        countryName: null,
        cityName: null,
        asnId: null,
        asnName: null,
      }),
    ],
  ]);
  expect([...store.proxies.addresses(request)].map(({ details }) => details)).toEqual([
    undefined,
    undefined,
  ]);

  const { lines } = prepareExport(store, {
    proxyUserId: 'alice',
    proxies: { kind: 'query', where: '' },
    format: 'mihomo',
    protocol: 'http',
    ip: '4',
  });
  expect([...lines].map((line) => /"([^"]*)"/.exec(line)?.[1])).toEqual([
    undefined,
    'GB City 1 1',
    'New York 1',
  ]);
});
