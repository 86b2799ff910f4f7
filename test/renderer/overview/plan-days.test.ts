import { expect, test } from 'vitest';
import { dataRunningOut, planDays } from '../../../src/renderer/overview/plan-days.ts';
import { endingWithin, type CostedService } from '../../../src/shared/figures/costs.ts';

const service = (day: string, total: number | null, renews: boolean | null): CostedService => ({
  service_id: `${day} ${String(total)}`,
  service_name: null,
  service_type: null,
  country_id: null,
  service_status: 'active',
  service_total: total,
  service_cycle: '1:month',
  service_expiry_datetime: `${day} 10:00:00`,
  service_is_automatic_collection: renews,
  service_is_pending_cancellation: false,
  proxyCount: 0,
});

test('every day is there, with the services of that day and the sum of the known prices; what is canceled or complete adds none', () => {
  const all = [
    service('2026-11-29', 0.5, true),
    service('2026-11-29', null, false),
    service('2026-11-29', 2, null),
    service('2026-12-01', null, true),
    { ...service('2026-12-01', 70, true), service_is_pending_cancellation: true },
    { ...service('2026-12-01', 30, true), service_status: 'complete' },
    service('2026-12-02', 9, true),
  ];
  expect(planDays(endingWithin(all, '2026-11-28', '2026-12-01'))).toEqual([
    { day: '2026-11-28', endings: [], total: null },
    { day: '2026-11-29', endings: ['automatic', 'manual', 'unknown'], total: 2.5 },
    { day: '2026-11-30', endings: [], total: null },
    { day: '2026-12-01', endings: ['automatic', 'canceled', 'canceled'], total: null },
  ]);
});

test('data that runs out within the days is named, the nearest first, and what should have run out counts for today', () => {
  const left = (kind: 'residential' | 'mobile', lastsUntil: string | null) => ({
    ...{ kind, left: 1, total: 2, bytesPerDay: 1 },
    lastsUntil,
  });
  const days = { first: '2026-11-28', last: '2026-12-28' };
  expect(
    dataRunningOut([left('residential', '2026-12-28'), left('mobile', '2026-11-20')], days),
  ).toEqual([
    { kind: 'mobile', day: '2026-11-28' },
    { kind: 'residential', day: '2026-12-28' },
  ]);
  expect(dataRunningOut([left('residential', '2026-12-29'), left('mobile', null)], days)).toEqual(
    [],
  );
});
