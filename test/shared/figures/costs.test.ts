import { expect, test } from 'vitest';
import { costsOf, endingWithin, monthsOf, type CostedService } from '../../../src/shared/figures/costs.ts';

const service = (id: string, fields: Partial<CostedService> = {}): CostedService => ({
  service_id: id,
  service_name: id,
  service_type: 'isp',
  country_id: 'US',
  service_status: 'active',
  service_total: 30,
  service_cycle: '1:month',
  service_expiry_datetime: null,
  service_is_automatic_collection: true,
  service_is_pending_cancellation: false,
  proxyCount: 10,
  ...fields,
});

test.each([
  ['1:month', 1],
  ['3:month', 3],
  ['1:year', 12],
  ['2:year', 24],
  ['0:month', null],
  ['1:week', null],
  ['month', null],
  ['-1:month', null],
  ['1:months', null],
  [null, null],
])('the cycle %s has %s months', (cycle, months) => {
  expect(monthsOf(cycle)).toBe(months);
});

test('prices of every cycle are added up per month; unknown ones are counted apart, ended services cost nothing', () => {
  const costs = costsOf(
    [
      service('a'),
      service('b', { service_total: 90, service_cycle: '3:month', service_type: 'mobile' }),
      service('c', { service_total: 120.6, service_cycle: '1:year', country_id: null }),
      service('d', { service_cycle: '1:fortnight' }),
      service('e', { service_total: null, proxyCount: 0 }),
      service('f', { service_status: 'complete' }),
      service('g', { service_status: 'canceled' }),
    ],
    '2026-11-22',
  );
  expect(costs).toMatchObject({
    serviceCount: 5,
    unknownCount: 2,
    perMonth: 70.05,
    // Mobile data is not sold by the proxy.
    perProxy: 2.0025,
  });
  expect(costs.byType).toEqual([
    { value: 'isp', serviceCount: 4, perMonth: 40.05, unknownCount: 2 },
    { value: 'mobile', serviceCount: 1, perMonth: 30, unknownCount: 0 },
  ]);
  expect(costs.services.map(({ service_id: id, perProxy }) => [id, perProxy])).toEqual([
    ['a', 3],
    ['b', null],
    ['c', 1.005],
    ['d', null],
    ['e', null],
  ]);
});

test('a price per proxy leaves out services without proxies and those that are sold by the gigabyte', () => {
  const costs = costsOf(
    [
      service('static', { service_total: 70, proxyCount: 100 }),
      service('awaited', { service_total: 50, proxyCount: 0 }),
      service('residential', { service_type: 'residential', service_total: 113.5, proxyCount: 0 }),
      service('mobile', { service_type: 'mobile', service_total: 127.5, proxyCount: 4 }),
    ],
    '2026-11-22',
  );
  expect(costs).toMatchObject({ perMonth: 361, perProxy: 0.7 });
  expect(costsOf([service('awaited', { proxyCount: 0 })], '2026-11-22').perProxy).toBeNull();
});

test('a sum of prices has no digits that no price has', () => {
  const cents = [service('a', { service_total: 0.1 }), service('b', { service_total: 0.2 })];
  expect(costsOf(cents, '2026-11-22').perMonth).toBe(0.3);
});

test('a price that no proxies have is unknown, and every sum stays finite', () => {
  const soon = { service_expiry_datetime: '2026-12-06 10:00:00' };
  const all = [
    service('a', { ...soon, service_total: 1e308 }),
    service('b', { ...soon, service_total: -1e308 }),
    service('c', { ...soon, service_total: 1e12 }),
    service('d', { ...soon, service_total: 2.5 }),
  ];
  expect(costsOf(all, '2026-11-22')).toMatchObject({
    unknownCount: 2,
    perMonth: 1e12 + 2.5,
    byType: [{ perMonth: 1e12 + 2.5, unknownCount: 2 }],
  });
  expect(endingWithin(all, '2026-11-22', '2026-12-31').groups).toContainEqual({
    ...{ ending: 'automatic', serviceCount: 4, total: 1e12 + 2.5, unknownCount: 2 },
  });
});

test('a service that is complete neither renews nor needs a renewal', () => {
  const complete = service('a', {
    service_expiry_datetime: '2026-12-06 10:00:00',
    service_status: 'complete',
    service_is_automatic_collection: false,
  });
  const { services } = endingWithin([complete], '2026-11-22', '2026-12-31');
  expect(services.map(({ ending }) => ending)).toEqual(['canceled']);
});

test('services end within days, both included, by how they end and in the order of their days', () => {
  const at = (day: string, fields: Partial<CostedService> = {}): CostedService =>
    service(day, { service_expiry_datetime: day, ...fields });
  const { services, groups } = endingWithin(
    [
      at('2026-12-06 23:59:59', { service_is_automatic_collection: false, service_total: null }),
      at('2026-11-22 00:00:00', { service_is_pending_cancellation: true }),
      at('2026-12-07 00:00:00'),
      at('2026-11-21 23:59:59'),
      at('soon'),
      at('2026-11-30', { service_is_automatic_collection: null, service_total: 5.5 }),
      service('undated'),
    ],
    '2026-11-22',
    '2026-12-06',
  );
  expect(services.map(({ service_id: id, ending }) => [id, ending])).toEqual([
    ['2026-11-22 00:00:00', 'canceled'],
    ['2026-11-30', 'unknown'],
    ['2026-12-06 23:59:59', 'manual'],
  ]);
  expect(groups).toEqual([
    { ending: 'canceled', serviceCount: 1, total: 30, unknownCount: 0 },
    { ending: 'manual', serviceCount: 1, total: 0, unknownCount: 1 },
    { ending: 'unknown', serviceCount: 1, total: 5.5, unknownCount: 0 },
    { ending: 'automatic', serviceCount: 0, total: 0, unknownCount: 0 },
  ]);
});

test('the next month is the calendar month after today, also at the end of the year', () => {
  const monthAfter = (today: string): string[] => {
    const { first, last } = costsOf([], today).nextMonth;
    return [first, last];
  };
  expect(monthAfter('2026-11-22')).toEqual(['2026-12-01', '2026-12-31']);
  expect(monthAfter('2026-12-31')).toEqual(['2027-01-01', '2027-01-31']);
  expect(monthAfter('2028-01-31')).toEqual(['2028-02-01', '2028-02-29']);
});
