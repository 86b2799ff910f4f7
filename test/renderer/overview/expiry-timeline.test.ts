import { expect, it } from 'vitest';
import { describeDay, labelDay, planDays } from '../../../src/renderer/overview/expiry-timeline.ts';
import { endingOf, serviceFields, type ServiceRow } from '../../../src/shared/records/service.ts';
import { emptyRow } from '../../support/empty-row.ts';

const service = (expiry: string | null, fields: Partial<ServiceRow> = {}): ServiceRow => ({
  ...emptyRow(serviceFields),
  service_id: 'any',
  service_status: 'active',
  service_expiry_datetime: expiry,
  service_is_automatic_collection: true,
  service_is_pending_cancellation: false,
  proxyCount: 0,
  tags: null,
  note: null,
  ...fields,
});

it('puts services at the day that they expire, and leaves out those of other days and of dates that it does not know', () => {
  const days = planDays(
    [
      service('2026-03-02 00:00:00'),
      service('2026-03-02 23:59:59', { service_is_pending_cancellation: true }),
      service('2026-02-27 10:00:00'),
      service('2026-03-03'),
      service('soon'),
      service(null),
    ],
    '2026-02-28',
    '2026-03-02',
  );
  expect(days.map(({ day, count }) => [day, count])).toEqual([
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 2],
  ]);
  expect(days[2]?.counts).toEqual({ canceled: 1, manual: 0, unknown: 0, automatic: 1 });
});

it('tells apart what is canceled, collected, not collected and not told', () => {
  const kinds: Partial<ServiceRow>[] = [
    { service_is_pending_cancellation: true },
    { service_status: 'canceled', service_is_automatic_collection: false },
    {},
    { service_is_automatic_collection: false },
    { service_is_automatic_collection: null, service_is_pending_cancellation: null },
  ];
  expect(kinds.map((fields) => endingOf(service(null, fields)))).toEqual([
    'canceled',
    'canceled',
    'automatic',
    'manual',
    'unknown',
  ]);
});

it('says what a bar holds', () => {
  const textOf = (...rows: readonly ServiceRow[]): readonly string[] =>
    planDays(rows, '2027-01-02', '2027-01-02').map(describeDay);
  expect(textOf(service('2027-01-02'))).toEqual(['2 Jan 2027: 1 service, 1 auto-renewal']);
  expect(
    textOf(
      service('2027-01-02', { service_is_pending_cancellation: true }),
      service('2027-01-02', { service_total: 1.7 }),
    ),
  ).toEqual(['2 Jan 2027: 2 services, 1 canceled or ended, 1 auto-renewal, 2']);
});

it('has every day up to a last one, with the sum of the known prices; what is canceled or complete adds none', () => {
  const rows = [
    service('2026-11-29', { service_total: 0.5 }),
    service('2026-11-29', { service_total: null, service_is_automatic_collection: false }),
    service('2026-11-29', { service_total: 2, service_is_automatic_collection: null }),
    service('2026-12-01', { service_total: null }),
    service('2026-12-01', { service_total: 70, service_is_pending_cancellation: true }),
    service('2026-12-01', { service_total: 30, service_status: 'complete' }),
    service('2026-12-02', { service_total: 9 }),
  ];
  const days = planDays(rows, '2026-11-28', '2026-12-01');
  expect(days.map(({ day, count, total }) => [day, count, total])).toEqual([
    ['2026-11-28', 0, null],
    ['2026-11-29', 3, 2.5],
    ['2026-11-30', 0, null],
    ['2026-12-01', 3, null],
  ]);
  expect(days.map(({ day }, at) => labelDay(day, days[at - 1]?.day))).toEqual(['Today', '29', '30', '1 Dec']);
  // Without the first of a month the next labeled day names it.
  expect(labelDay('2026-12-02', '2026-11-28')).toBe('2 Dec');
});
