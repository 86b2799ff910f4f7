import { afterEach, expect, test } from 'vitest';
import { occasionsOfRun, occasionsOfSync } from '../../../src/main/notifications/notifications.ts';
import { localDay } from '../../../src/shared/figures/days.ts';
import { findProblems } from '../../../src/shared/figures/overview.ts';
import { describeNotification } from '../../../src/shared/notifications.ts';
import type { TestRunSummary } from '../../../src/shared/test-runs/test-run.ts';
import { syncDemo } from '../../support/synced-demo.ts';
import { makeService, makeStore, makeUser, query } from '../store/support.ts';

const settings = { serviceWarningDays: 7, dataWarningDays: 7 } as const;
const nowMs = Date.parse('2026-11-22T12:00:00Z');

const ownZone = process.env['TZ'];
afterEach(() => {
  if (ownZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = ownZone;
});

test.each([
  ['Pacific/Kiritimati', '2026-11-22T11:30:00Z', '2026-11-23'],
  ['Pacific/Pago_Pago', '2026-11-22T10:30:00Z', '2026-11-21'],
])('days are counted from today in %s, as on the overview', (zone, now, today) => {
  process.env['TZ'] = zone;
  expect(localDay(now)).toBe(today);
  const store = makeStore();
  store.syncs.writePage(
    'services',
    Array.from({ length: 30 }, (_, at) =>
      makeService(String(at), `Service ${String(at)}`, {
        service_is_pending_cancellation: false,
        service_is_automatic_collection: false,
        service_expiry_datetime: `2026-11-${String(at + 1).padStart(2, '0')} 12:00:00`,
      }),
    ),
  );
  const ofNotices = occasionsOfSync(store, settings, Date.parse(now))['service-ends'] ?? [];
  const ofOverview = findProblems(store.overview(today), settings, today);
  expect(ofNotices.map(({ name }) => name)).toEqual(
    ofOverview.map((problem) => (problem.kind === 'manual-renewal' ? problem.name : '')),
  );
  expect(ofNotices).toHaveLength(8);
});

const service = (id: string, fields: { readonly [name: string]: string | boolean }) => ({
  id,
  fields: { service_id: id, service_name: `Service ${id}`, ...fields },
});

test('services are reported that end within the days of the settings, and the filter finds them', () => {
  const store = makeStore();
  const canceled = { service_is_pending_cancellation: true, service_status: 'active' };
  store.syncs.writePage('services', [
    service('soon', { ...canceled, service_expiry_datetime: '2026-11-29 10:00:00' }),
    service('today', { ...canceled, service_expiry_datetime: '2026-11-22 01:00:00' }),
    service('manual', {
      service_is_pending_cancellation: false,
      service_is_automatic_collection: false,
      service_status: 'active',
      service_expiry_datetime: '2026-11-25 10:00:00',
    }),
    service('later', { ...canceled, service_expiry_datetime: '2026-11-30 00:00:01' }),
    service('past', { ...canceled, service_expiry_datetime: '2026-11-21 23:00:00' }),
    service('renews', {
      service_is_pending_cancellation: false,
      service_is_automatic_collection: true,
      service_status: 'active',
      service_expiry_datetime: '2026-11-25 10:00:00',
    }),
  ]);
  const occasions = occasionsOfSync(store, settings, nowMs)['service-ends'] ?? [];
  expect(occasions.map(({ key }) => key).toSorted()).toEqual([
    'manual 2026-11-25 10:00:00',
    'soon 2026-11-29 10:00:00',
    'today 2026-11-22 01:00:00',
  ]);
  const [first] = occasions;
  expect(store.services.count(query(first?.filter ?? '', 'services'))).toBe(3);
});

test('overdue services and proxy users near a limit are reported, as on the overview, and their filters find them', () => {
  const store = makeStore();
  store.syncs.writePage('services', [
    service('late', { service_status: 'overdue', open_invoice_id: 'in_2' }),
    service('billed', { service_status: 'active', open_invoice_id: 'in_1' }),
  ]);
  store.syncs.writePage('proxy_users', [
    makeUser('user20', { proxy_user_residential_bytes_limit: 10e9, proxy_user_residential_bytes_used: 9.9e9 }),
    makeUser('user1', { proxy_user_residential_bytes_limit: 10e9, proxy_user_residential_bytes_used: 1e9 }),
  ]);
  const occasions = occasionsOfSync(store, settings, nowMs);
  const [overdue, ...others] = occasions['service-overdue'] ?? [];
  expect([overdue?.name, others]).toEqual(['Service late', []]);
  expect(store.services.count(query(overdue?.filter ?? '', 'services'))).toBe(1);
  expect(describeNotification('data-runs-out', occasions['data-runs-out'] ?? [], 'Northwind')).toMatchObject({
    body: 'Northwind: user20 has 0.1 GB of residential data left.',
    target: { view: 'usage', filter: 'residential' },
  });
  expect(findProblems(store.overview(localDay(nowMs)), settings, localDay(nowMs)).map(({ kind }) => kind)).toEqual([
    'overdue',
    'users-near-limit',
    'open-invoice',
  ]);
});

test('residential data that runs out is reported once for what was bought', async () => {
  const { store } = await syncDemo({ proxyCount: 3 });
  const rows = store.residential_ledger.list({
    where: query('', 'residential_ledger'),
    sort: [{ field: 'residential_ledger_period_date', isDescending: true }],
    offset: 0,
    limit: 1,
  });
  const lastDayMs = Date.parse(rows[0]?.residential_ledger_period_date ?? '');
  const summary = store.cachedRecords.get('residential_summary', '', { secrets: false });
  const put = (left: number, bought: number) =>
    store.cachedRecords.put('residential_summary', '', {
      ...summary?.record,
      residential_bytes: bought,
      residential_bytes_left: left,
    });
  const keys = (): readonly string[] =>
    (occasionsOfSync(store, settings, lastDayMs)['data-runs-out'] ?? [])
      .map(({ key }) => key)
      // A proxy user of the demo is near its own limit.
      .filter((key) => !key.startsWith('jasper'));
  put(1_000_000_000_000_000, 5);
  expect(keys()).toEqual([]);
  put(1, 5);
  expect(keys()).toEqual(['of 5']);
  put(1, 6);
  expect(keys()).toEqual(['of 6']);
});

test('mobile data that runs out is reported with the day, and a click shows mobile usage', () => {
  const store = makeStore();
  const sync = (day: string, used: number): void => {
    store.syncs.startRun(`${day}T12:00:00.000Z`);
    store.cachedRecords.put('mobile_summary', 'only', {
      mobile_bytes: 100,
      mobile_bytes_used: used,
      mobile_bytes_left: 100 - used,
    });
    store.syncs.endRun({
      finishedAt: `${day}T12:01:00.000Z`,
      isComplete: true,
      problem: null,
      keep: { days: 90, rows: 1_000_000 },
    });
  };
  sync('2026-11-12', 0);
  const found = () => occasionsOfSync(store, settings, nowMs)['data-runs-out'] ?? [];
  expect(found()).toEqual([]);
  sync('2026-11-22', 80);
  expect(found()).toEqual([
    {
      key: 'mobile of 100',
      count: 1,
      name: 'mobile data lasts until about 2026-11-24 at the present pace',
      filter: 'mobile',
    },
  ]);
  expect(describeNotification('data-runs-out', found(), 'Northwind')).toMatchObject({
    body: 'Northwind: mobile data lasts until about 2026-11-24 at the present pace.',
    target: { view: 'usage', filter: 'mobile' },
  });
});

test('rejected keys are reported once until a sync succeeds, and nothing else is', () => {
  const store = makeStore();
  const problem = { code: 'keys-refused', message: 'The service refused the keys.' } as const;
  const run = { startedAt: '2026-11-22T10:00:00Z', finishedAt: '2026-11-22T10:00:01Z' };
  store.syncs.finishRun({ ...run, complete: true, problem: null });
  const since = { count: 1, name: '', filter: null };
  store.syncs.finishRun({ ...run, complete: false, problem });
  const key = 'since 2026-11-22T10:00:01Z';
  expect(occasionsOfSync(store, settings, nowMs)).toEqual({ 'keys-rejected': [{ ...since, key }] });
  expect(occasionsOfSync(store, settings, nowMs + 1e9)).toEqual({ 'keys-rejected': [{ ...since, key }] });
});

const run = (changes: Partial<TestRunSummary>): TestRunSummary =>
  // The occasions come from these fields alone.
  ({
    id: 4,
    name: '',
    source: 'here',
    state: 'finished',
    proxyCount: 10,
    proxiesTested: 10,
    proxiesPassed: 10,
    ...changes,
  }) as TestRunSummary;

test('a run is reported when it has finished, in another way if too many of its proxies fail', () => {
  expect(occasionsOfRun(run({}), 20)).toEqual({
    'run-finished': [{ key: '4', count: 0, name: 'Test run 4: all proxies work.', filter: '4' }],
  });
  expect(occasionsOfRun(run({ proxiesPassed: 8, name: 'Nightly' }), 20)).toEqual({
    'failures-crossed': [{ key: '4', count: 2, name: 'Nightly: 2 of 10 proxies fail.', filter: '4' }],
    'run-finished': [],
  });
  expect(occasionsOfRun(run({ proxiesPassed: 9 }), 20)).toHaveProperty('run-finished.0.count', 1);
  for (const changes of [
    { state: 'paused' },
    { state: 'running' },
    { source: 'gateway' },
    { proxiesTested: 0 },
  ] as const) {
    expect(occasionsOfRun(run(changes), 20)).toEqual({});
  }
});
