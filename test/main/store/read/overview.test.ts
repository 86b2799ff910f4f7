import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/shared/json.ts';
import { billedFilter } from '../../../../src/shared/figures/costs.ts';
import {
  billedFigure,
  changesFigure,
  costFigure,
  countryFigure,
  endingFigure,
  expiringFigure,
  failingFigure,
  failingServiceFigure,
  nearLimitFigure,
  openInvoiceFigure,
  overdueFigure,
  otherCostFigure,
  otherFailingFigure,
  testedFigure,
  type Figure,
} from '../../../../src/shared/figures/overview.ts';
import { planDays } from '../../../../src/renderer/overview/expiry-timeline.ts';
import { changeKinds } from '../../../../src/shared/records/change.ts';
import type { ReceivedRecord } from '../../../../src/shared/records/cached-record.ts';
import type { Store } from '../../../../src/main/store/index.ts';
import { syncDemo } from '../../../support/synced-demo.ts';
import {
  firstRows,
  makeProxies,
  makeProxy,
  makeService,
  makeStore,
  makeUser,
  query,
  startTestRun,
} from '../support.ts';

const today = '2026-11-22';

/** Every number of the overview with its link. */
function figuresOf(store: Store): Figure[] {
  const overview = store.overview(today);
  const ranked = (shown: 'all' | 'failing') =>
    overview.countries.map(({ country, ...counts }) => countryFigure(country, counts[shown], shown));
  const { ending, coming, costs, lastSync, failingServices } = overview;
  const overdue = overview.unpaid.filter(({ isOverdue }) => isOverdue).length;
  return [
    overdueFigure(overdue),
    openInvoiceFigure(overview.unpaid.length - overdue),
    nearLimitFigure(overview.usersNearLimit),
    failingFigure(overview),
    testedFigure(overview),
    ...failingServices.map(failingServiceFigure),
    ...failingServices.map((_, most) =>
      otherFailingFigure(failingServices.slice(0, most), failingServices.slice(most)),
    ),
    ...ranked('all'),
    ...ranked('failing'),
    endingFigure(
      ending,
      ending.groups.filter((group) => group.ending !== 'automatic'),
    ),
    ...ending.groups.map((group) => endingFigure(ending, [group])),
    endingFigure(ending, ending.groups),
    ...coming.groups.map((group) => endingFigure(coming, [group])),
    ...planDays(coming.services, coming.first, coming.last).map(({ day, count }) => expiringFigure(day, count)),
    ...costs.nextMonth.groups.map((group) => endingFigure(costs.nextMonth, [group])),
    billedFigure(costs.serviceCount),
    ...costs.byType.map((group) => costFigure(group)),
    ...costs.byType.map((_, most) => otherCostFigure(costs.byType.slice(0, most), costs.byType.slice(most))),
    ...(lastSync === null
      ? []
      : [changesFigure(lastSync), ...changeKinds.map((kind) => changesFigure(lastSync, kind))]),
  ];
}

/** Tests proxies by the service, then from here with the opposite result: the last one counts. */
function testProxies(store: Store, ids: readonly string[], isFailing: (at: number) => boolean): void {
  const run = { urls: [], proxyUserId: null, proxyCount: 0, skippedCount: 0, batchCount: 1 };
  store.testRuns.finishBatch(store.testRuns.start(run), {
    results: ids.map((proxyId, at) => ({ proxyId, fields: { proxy_test_result_is_successful: isFailing(at) } })),
    problem: null,
  });
  store.testRuns.addLocal(startTestRun(store, { ...run, source: 'here' }), {
    results: ids.map((proxyId, at) => ({
      proxyId,
      host: '192.0.2.1',
      port: 8000,
      protocol: 'http',
      url: null,
      result: {
        reason: isFailing(at) ? 'refused' : null,
        status: null,
        phases: { lookup: null, connect: 3, handshake: null, tls: null, firstByte: null, body: null },
        firstByteMs: null,
        bytes: 0,
      },
    })),
    donePositions: [],
    activeMs: 0,
  });
}

const recordsOf = (store: Store, list: 'services' | 'proxies'): JsonObject[] => [
  ...store[list].records(firstRows('', list, 100_000), { secrets: false }),
];

/** An account of the demo service, with two syncs and tests. */
async function makeDemo(): Promise<Store> {
  const { store } = await syncDemo({ proxyCount: 120 });
  const ids = recordsOf(store, 'proxies').map((row) => String(row['proxy_id']));
  testProxies(store, ids.slice(0, 90), (at) => at % 7 === 0);
  return store;
}

/** Services and proxies with missing, odd and hostile values. */
function makeHostile(): Promise<Store> {
  const store = makeStore();
  const services: ReceivedRecord[] = [
    makeService('a "quoted", id', 'One, "1"', {
      service_total: 0.1,
      service_cycle: '1:month',
      service_expiry_datetime: '2026-11-22 00:00:00',
      service_is_automatic_collection: false,
      country_id: 'US',
    }),
    makeService('svc-2', '', {
      service_total: 0.2,
      service_cycle: '2:year',
      service_type: 'isp',
      service_expiry_datetime: '2026-12-06 23:59:59',
      service_is_automatic_collection: true,
      country_id: 'de',
    }),
    makeService('svc-3', 'Three', {
      service_total: '12',
      service_cycle: '1:month',
      service_expiry_datetime: '2026-12-07 00:00:00',
      service_status: 'paused',
    }),
    makeService('svc-4', 'Four', {
      service_total: 7,
      service_cycle: 'a,b "c"',
      service_type: 'new kind',
      service_expiry_datetime: 'soon',
      service_is_pending_cancellation: true,
    }),
    makeService('svc-5', 'Five', {
      service_total: 9,
      service_cycle: '1:month',
      service_status: 'canceled',
      service_expiry_datetime: '2026-12-01',
    }),
    makeService('svc-6', 'Six', {
      service_total: 1e9,
      service_cycle: '1:year',
      service_status: 'complete',
      service_expiry_datetime: '2026-12-02 01:02:03',
      service_is_automatic_collection: true,
    }),
    makeService('svc-7', 'Seven', {}),
  ];
  const proxies = makeProxies(40, (number) => ({
    service_id: [null, 'a "quoted", id', 'svc-2', 'gone'][number % 4] ?? null,
    ...(number > 30 && { city_name: 'Ghent' }),
    country_id: ['US', 'DE', null, 'GB', null][number % 5] ?? null,
  }));
  const keep = { days: 90, rows: 1_000_000 };
  const end = () => ({ finishedAt: new Date().toISOString(), isComplete: true, problem: null, keep });
  store.syncs.startRun(new Date().toISOString());
  store.syncs.writePage('services', services);
  store.syncs.writePage('proxies', proxies.slice(0, 38));
  store.syncs.finishList('services', []);
  store.syncs.finishList('proxies', []);
  store.syncs.endRun(end());
  store.syncs.startRun(new Date().toISOString());
  store.syncs.writePage('proxies', [...proxies.slice(38), makeProxy(0, { service_id: null, city_name: 'Oslo' })]);
  store.syncs.finishList('proxies', []);
  store.syncs.endRun(end());
  const ids = proxies.map(({ id }) => id);
  testProxies(store, [...ids.slice(0, 30), 'a proxy that is gone'], (at) => at % 3 === 0 || at === 30);
  return Promise.resolve(store);
}

const shapes = [
  ['the demo', makeDemo],
  ['missing and hostile values', makeHostile],
] as const;

test.each(shapes)('every number links to a list with as many rows: %s', async (_, make) => {
  const store = await make();
  const figures = figuresOf(store);
  expect(figures.some(({ count }) => count > 0)).toBe(true);
  for (const { list, where, count } of figures) {
    expect(store[list].count(query(where, list)), `${list} ${where}`).toBe(count);
  }
});

test.each(shapes)('every number is what a look at all records gives: %s', async (_, make) => {
  const store = await make();
  const overview = store.overview(today);
  const services = recordsOf(store, 'services');
  const proxies = recordsOf(store, 'proxies');
  const failing = proxies.filter((row) => lastResult(store, row) === false);
  expect(overview.proxyCount).toBe(proxies.length);
  expect(overview.tested).toBe(proxies.filter((row) => lastResult(store, row) !== null).length);
  expect(overview.failing).toBe(failing.length);
  expect(failing.length).toBeGreaterThan(5);
  for (const { serviceId, failing: count, proxyCount } of overview.failingServices) {
    const isOf = (row: JsonObject): boolean => (row['service_id'] ?? null) === serviceId;
    expect([count, proxyCount]).toEqual([failing.filter(isOf).length, proxies.filter(isOf).length]);
  }

  const ended = ['canceled', 'complete'];
  const billed = services.filter((row) => !ended.includes(String(row['service_status'])));
  const costOf = (row: JsonObject): number => {
    const months = { '1:month': 1, '3:month': 3, '1:year': 12, '2:year': 24 }[String(row['service_cycle'])];
    const total = row['service_total'];
    return typeof total === 'number' && months !== undefined ? total / months : 0;
  };
  const sum = (rows: readonly JsonObject[], of: (row: JsonObject) => number): number =>
    rows.reduce((total, row) => total + of(row), 0);
  expect(overview.costs.serviceCount).toBe(billed.length);
  expect(overview.costs.perMonth).toBeCloseTo(sum(billed, costOf), 5);
  const { byType } = overview.costs;
  expect(byType.reduce((total, { serviceCount }) => total + serviceCount, 0)).toBe(billed.length);
  for (const { value, perMonth } of byType) {
    const own = billed.filter((row) => (row['service_type'] ?? null) === value);
    expect(perMonth).toBeCloseTo(sum(own, costOf), 5);
  }

  const dayOf = (row: JsonObject): string => String(row['service_expiry_datetime'] ?? '').slice(0, 10);
  const priceOf = (row: JsonObject): number => (typeof row['service_total'] === 'number' ? row['service_total'] : 0);
  const endingOf = (row: JsonObject): string => {
    const hasEnded = ['canceled', 'complete'].includes(String(row['service_status']));
    if (row['service_is_pending_cancellation'] === true || hasEnded) return 'canceled';
    const renews = row['service_is_automatic_collection'];
    return renews === true ? 'automatic' : renews === false ? 'manual' : 'unknown';
  };
  for (const [found, first, last] of [
    [overview.ending, today, '2026-12-06'],
    [overview.coming, today, '2026-12-22'],
    [overview.costs.nextMonth, '2026-12-01', '2026-12-31'],
  ] as const) {
    const near = services.filter((row) => dayOf(row) >= first && dayOf(row) <= last);
    expect([found.first, found.last, found.services.length]).toEqual([first, last, near.length]);
    for (const { ending, serviceCount, total, unknownCount } of found.groups) {
      const own = near.filter((row) => endingOf(row) === ending);
      const unpriced = own.filter((row) => typeof row['service_total'] !== 'number');
      expect([ending, serviceCount, unknownCount]).toEqual([ending, own.length, unpriced.length]);
      expect(total).toBeCloseTo(sum(own, priceOf), 5);
    }
  }
  expect(store.services.count(query(billedFilter, 'services'))).toBe(billed.length);

  const isKnown = (row: JsonObject): boolean =>
    typeof row['service_total'] === 'number' && /^[1-9]\d*:(month|year)$/.test(String(row['service_cycle']));
  const proxiesOf = (row: JsonObject): number =>
    proxies.filter((proxy) => proxy['service_id'] === row['service_id']).length;
  const known = billed.filter(isKnown);
  expect(overview.costs.unknownCount).toBe(billed.length - known.length);
  const isShared = (row: JsonObject): boolean =>
    isKnown(row) && proxiesOf(row) > 0 && !['residential', 'mobile'].includes(String(row['service_type']));
  const shared = known.filter(isShared);
  expect(overview.costs.perProxy ?? 0).toBeCloseTo(sum(shared, costOf) / sum(shared, proxiesOf), 5);
  expect(overview.costs.services).toHaveLength(billed.length);
  for (const { service_id: id, perMonth, perProxy } of overview.costs.services) {
    const row = billed.find((one) => one['service_id'] === id) ?? {};
    expect(perMonth === null).toBe(!isKnown(row));
    expect(perMonth ?? 0).toBeCloseTo(costOf(row), 5);
    if (isShared(row)) expect(perProxy).toBeCloseTo(costOf(row) / proxiesOf(row), 5);
    else expect(perProxy).toBeNull();
  }

  const where = query('', 'changes');
  const changes = [...store.changes.list({ where, sort: [], offset: 0, limit: 10_000 })];
  const newest = Math.max(0, ...changes.map(({ sync_id: id }) => id ?? 0));
  for (const kind of changeKinds) {
    const own = changes.filter((one) => one.sync_id === newest && one.kind === kind);
    expect(overview.lastSync?.counts[kind]).toBe(own.length);
  }
});

test.each(shapes)('every country has as many proxies as a look at all of them finds: %s', async (_, make) => {
  const store = await make();
  const overview = store.overview(today);
  const proxies = recordsOf(store, 'proxies');
  const failing = proxies.filter((row) => lastResult(store, row) === false);
  const tested = proxies.filter((row) => store.proxies.get(String(row['proxy_id']))?.lastTestedAtMs != null);
  const { countries } = overview;
  expect(countries.length).toBeGreaterThan(1);
  for (const { country, ...counts } of countries) {
    const isOf = (row: JsonObject): boolean => (row['country_id'] ?? null) === country;
    expect(counts, String(country)).toEqual({
      all: proxies.filter(isOf).length,
      tested: tested.filter(isOf).length,
      failing: failing.filter(isOf).length,
    });
  }
  for (const name of ['tested', 'failing'] as const) {
    expect(countries.reduce((sum, counts) => sum + counts[name], 0)).toBe(overview[name]);
  }
  const named = countries.filter(({ country }) => country !== null).map(({ all }) => all);
  expect(named).toEqual(named.toSorted((one, other) => other - one));
});

const lastResult = (store: Store, row: JsonObject): boolean | null =>
  store.proxies.get(String(row['proxy_id']))?.isLastTestSuccessful ?? null;

test('residential data lasts as long as at the mean of the last full days', () => {
  const store = makeStore();
  store.cachedRecords.put('residential_summary', 'only', {
    residential_bytes: 1000,
    residential_bytes_left: 95,
    residential_bytes_used: 905,
  });
  const entry = (day: string, bytes: number, reason: string) => ({
    id: `${day} ${reason}`,
    fields: {
      residential_ledger_id: `${day} ${reason}`,
      residential_ledger_period_date: day,
      residential_ledger_bytes: bytes,
      residential_ledger_reason: reason,
    },
  });
  const days = Array.from({ length: 12 }, (_, at) => `2026-11-${String(11 + at)}`);
  store.syncs.writePage('residential_ledger', [
    ...days.map((day) => entry(day, 10, 'usage')),
    entry('2026-11-15', 5000, 'top_up'),
  ]);
  expect(store.overview(today).data).toEqual([
    { kind: 'residential', left: 95, total: 1000, bytesPerDay: 10, lastsUntil: '2026-12-01' },
  ]);
});

test('mobile data lasts as long as the summaries of the recorded syncs say, once they cover a week', () => {
  const store = makeStore();
  const keep = { days: 90, rows: 1_000_000 };
  const sync = (day: string, used: number): void => {
    store.syncs.startRun(`${day}T12:00:00.000Z`);
    store.cachedRecords.put('mobile_summary', 'only', { mobile_bytes_used: used, mobile_bytes_left: 100 - used });
    store.syncs.endRun({ finishedAt: `${day}T12:01:00.000Z`, isComplete: true, problem: null, keep });
  };
  sync('2026-11-14', 10);
  sync('2026-11-18', 30);
  expect(store.overview(today).data).toMatchObject([{ left: 70, lastsUntil: null, bytesPerDay: null }]);
  sync('2026-11-22', 50);
  expect(store.overview(today).data).toMatchObject([{ left: 50, bytesPerDay: 5, lastsUntil: '2026-12-02' }]);
});

test('services that are overdue or have an open invoice, and users near a limit, are found as their filters find them', () => {
  const store = makeStore();
  store.syncs.writePage('services', [
    makeService('paid', 'Paid', { service_status: 'active', open_invoice_id: null }),
    makeService('billed', 'Billed', { service_status: 'active', open_invoice_id: 'in_1' }),
    makeService('empty', 'Empty', { service_status: 'active', open_invoice_id: '' }),
    makeService('late', 'Late', { service_status: 'Overdue', open_invoice_id: 'in_2', service_total: 25.1 }),
  ]);
  const user = (id: string, used: number | null, more = {}) =>
    makeUser(id, {
      proxy_user_is_deleted: false,
      proxy_user_residential_bytes_limit: 100,
      proxy_user_residential_bytes_used: used,
      ...more,
    });
  store.syncs.writePage('proxy_users', [
    user('some', 89),
    user('near', 90),
    user('over', 120),
    user('deleted', 99, { proxy_user_is_deleted: true }),
    user('unlimited', 99, { proxy_user_residential_bytes_limit: 0 }),
    user('unknown', null),
    user('mobile', 5, { proxy_user_mobile_bytes_limit: 200, proxy_user_mobile_bytes_used: 196 }),
  ]);
  const { unpaid, usersNearLimit } = store.overview(today);
  expect(unpaid).toEqual([
    { serviceId: 'late', name: 'Late', isOverdue: true, invoiceId: 'in_2', total: 25.1 },
    expect.objectContaining({ serviceId: 'billed', isOverdue: false, invoiceId: 'in_1' }),
  ]);
  expect(usersNearLimit).toEqual([
    { userId: 'over', kind: 'residential', left: 0, limit: 100, share: 1.2 },
    { userId: 'mobile', kind: 'mobile', left: 4, limit: 200, share: 0.98 },
    { userId: 'near', kind: 'residential', left: 10, limit: 100, share: 0.9 },
  ]);
  expect(figuresOf(store).filter(({ list }) => list === 'proxy_users')).toMatchObject([{ count: 3 }]);
  for (const { count, list, where } of figuresOf(store)) expect(store[list].count(query(where, list))).toBe(count);
  const sort = [{ field: 'dataUsedPercent', isDescending: true }];
  const users = store.proxy_users.list({ where: query('', 'proxy_users'), sort, offset: 0, limit: 10 });
  expect(users.map((row) => [row.proxy_user_id, row.dataUsedPercent]).slice(0, 4)).toEqual([
    ['over', 120],
    ['deleted', 99],
    ['mobile', 98],
    ['near', 90],
  ]);
});
