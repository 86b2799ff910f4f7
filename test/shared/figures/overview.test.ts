import { expect, test } from 'vitest';
import { costsOf, endingWithin, type CostedService } from '../../../src/shared/figures/costs.ts';
import { findProblems, nearLimitFigure, type DataLeft, type Overview } from '../../../src/shared/figures/overview.ts';
import { findFailing, type RuleState } from '../../../src/shared/gateway/gateway.ts';
import type { RecordedSync } from '../../../src/shared/records/change.ts';

const today = '2026-11-22';
const thresholds = { serviceWarningDays: 7, dataWarningDays: 7 };

const calm: Overview = {
  proxyCount: 1000,
  tested: 1000,
  failing: 49,
  failingServices: [
    { serviceId: 'a', name: 'A', failing: 48, proxyCount: 97 },
    { serviceId: 'b', name: 'B', failing: 1, proxyCount: 903 },
  ],
  countries: [],
  totalFailure: null,
  ending: endingWithin([], today, today),
  coming: endingWithin([], today, today),
  unpaid: [],
  usersNearLimit: [],
  data: [],
  lastSync: null,
  costs: costsOf([], today),
};
const kinds = (changes: Partial<Overview>): string[] =>
  findProblems({ ...calm, ...changes }, thresholds, today).map(({ kind }) => kind);

test('an account with a few failing proxies has no problem', () => {
  expect(kinds({})).toEqual([]);
});

test('half of a service, and a twentieth of all other tested proxies, are problems', () => {
  const half = { serviceId: 'a', name: 'A', failing: 48, proxyCount: 96 };
  expect(kinds({ failingServices: [half] })).toEqual(['service-fails']);
  expect(kinds({ failing: 50, failingServices: [] })).toEqual(['many-fail']);
  // The proxies of a failing service are named once.
  expect(kinds({ failing: 60, failingServices: [{ ...half, failing: 60 }] })).toEqual(['service-fails']);
});

test('what fails everywhere for one reason in one run is one problem, and other failures are another', () => {
  const totalFailure = { testRunId: 3, isHere: true, code: 'not-a-proxy', status: 404, failing: 90 };
  const failingServices = [
    { serviceId: 'a', name: 'A', failing: 45, proxyCount: 45 },
    { serviceId: 'b', name: 'B', failing: 45, proxyCount: 45 },
  ];
  expect(kinds({ failing: 90, failingServices })).toEqual(['service-fails', 'service-fails']);
  expect(kinds({ failing: 90, failingServices, totalFailure })).toEqual(['all-fail']);
  expect(kinds({ failing: 140, failingServices, totalFailure })).toEqual(['all-fail', 'many-fail']);
});

test('a gateway in which most requests fail is the first problem', () => {
  const rule = (requests: number, failed: number) =>
    // Only these numbers are read.
    ({ recent: { requests, failed } }) as RuleState;
  const failing = findFailing({ rules: [rule(10, 10), rule(8, 0)] });
  expect(failing).toEqual({ requests: 18, failed: 10 });
  const problems = findProblems({ ...calm, failing: 50 }, thresholds, today, failing);
  expect(problems.map(({ kind }) => kind)).toEqual(['gateway-fails', 'many-fail']);
  expect(findFailing({ rules: [rule(20, 10)] })).toBeNull();
  // Too few to say so, and a gateway that is off.
  expect(findFailing({ rules: [rule(9, 9)] })).toBeNull();
  expect(findFailing(null)).toBeNull();
});

test('data that lasts less than the threshold is a problem', () => {
  const data = (lastsUntil: string | null): DataLeft => ({
    kind: 'mobile',
    left: 10,
    total: 100,
    bytesPerDay: 1,
    lastsUntil,
  });
  expect(kinds({ data: [data('2026-11-28')] })).toEqual(['data-runs-out']);
  expect(kinds({ data: [data('2026-11-29')] })).toEqual([]);
  expect(kinds({ data: [data(null)] })).toEqual([]);
});

test('a manual renewal within the threshold is a problem, a cancellation and an ended service are not', () => {
  const service = (day: string, isCanceled: boolean, status = 'active'): CostedService => ({
    service_id: day,
    service_name: 'One',
    service_type: null,
    country_id: null,
    service_status: status,
    service_total: 3,
    service_cycle: null,
    service_expiry_datetime: `${day} 10:00:00`,
    service_is_automatic_collection: false,
    service_is_pending_cancellation: isCanceled,
    proxyCount: 0,
  });
  const ending = (day: string, isCanceled = false, status?: string) =>
    endingWithin([service(day, isCanceled, status)], today, '2026-12-06');
  expect(kinds({ ending: ending('2026-11-29') })).toEqual(['manual-renewal']);
  expect(kinds({ ending: ending('2026-11-30') })).toEqual([]);
  expect(kinds({ ending: ending('2026-11-29', true) })).toEqual([]);
  expect(kinds({ ending: ending('2026-11-29', false, 'complete') })).toEqual([]);
});

test('a sync that failed is a problem, one that was canceled is not', () => {
  const sync = (problem: string | null): RecordedSync => ({
    id: 1,
    kind: 'sync',
    startedAt: '',
    finishedAt: '',
    isComplete: problem === null,
    problem,
    firstLists: null,
    counts: { added: 0, changed: 0, removed: 0, replaced: 0 },
    skippedCount: 0,
  });
  expect(kinds({ lastSync: sync('timeout') })).toEqual(['sync-failed']);
  expect(kinds({ lastSync: sync('canceled') })).toEqual([]);
  expect(kinds({ lastSync: sync(null) })).toEqual([]);
});

test('an overdue service is the first problem, also where a renewal of it and an invoice are open', () => {
  const unpaid = (serviceId: string, isOverdue: boolean) => ({
    serviceId,
    name: `Service ${serviceId}`,
    isOverdue,
    invoiceId: 'in_1',
    total: 25.1,
  });
  const ending = endingWithin(
    ['late', 'manual'].map((id): CostedService => ({
      service_id: id,
      service_name: `Service ${id}`,
      service_type: 'isp',
      country_id: 'DE',
      service_status: id === 'late' ? 'overdue' : 'active',
      service_total: 25.1,
      service_cycle: '1:month',
      service_expiry_datetime: `${today} 10:00:00`,
      service_is_automatic_collection: false,
      service_is_pending_cancellation: false,
      proxyCount: 4,
    })),
    today,
    today,
  );
  const overview = { ...calm, failing: 50, ending, unpaid: [unpaid('late', true), unpaid('billed', false)] };
  const problems = findProblems(overview, thresholds, today, { requests: 20, failed: 20 });
  expect(problems.map(({ kind }) => kind)).toEqual([
    'overdue',
    'gateway-fails',
    'many-fail',
    'manual-renewal',
    'open-invoice',
  ]);
  expect(problems[0]).toMatchObject({ services: [{ serviceId: 'late' }] });
  expect(problems[3]).toMatchObject({ serviceId: 'manual' });
  expect(problems[4]).toMatchObject({ services: [{ serviceId: 'billed' }] });
});

test('all proxy users near their limits are one problem', () => {
  const user = (userId: string, share: number) => ({
    userId,
    kind: 'residential' as const,
    left: (1 - share) * 1e10,
    limit: 1e10,
    share,
  });
  const usersNearLimit = [user('user20', 0.99), user('user6', 0.95)];
  const problems = findProblems({ ...calm, usersNearLimit }, thresholds, today);
  expect(problems).toEqual([{ kind: 'users-near-limit', users: usersNearLimit }]);
  expect(nearLimitFigure(usersNearLimit)).toMatchObject({ count: 2, list: 'proxy_users' });
});
