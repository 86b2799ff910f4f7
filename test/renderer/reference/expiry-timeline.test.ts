import { expect, it } from 'vitest';
import { describeBar, labelBar, planTimeline, termOf } from '../../../src/renderer/reference/expiry-timeline.ts';
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

it('puts services at the day that they expire, with every day between', () => {
  const { bars, most, todayShare } = planTimeline(
    [
      service('2026-03-02 00:00:00', { service_name: 'One' }),
      service('2026-03-02 23:59:59', { service_is_pending_cancellation: true }),
      service('2026-02-27 10:00:00'),
    ],
    '2026-02-28',
  );
  expect(bars.map(({ first, count }) => [first, count])).toEqual([
    ['2026-02-27', 1],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 2],
  ]);
  expect(bars[3]?.counts).toEqual({
    canceled: 1,
    manual: 0,
    unknown: 0,
    automatic: 1,
  });
  expect(bars[3]?.names).toEqual(['One', 'any']);
  expect(most).toBe(2);
  expect(todayShare).toBe(0.25);
});

it('counts what is too far away, and what tells no date that it knows', () => {
  const rows = ['2025-12-31 00:00:00', '2099-01-01 00:00:00', null, 'soon', '2026-13-40 00:00:00'];
  const timeline = planTimeline(
    rows.map((expiry) => service(expiry)),
    '2026-02-01',
  );
  expect(timeline).toMatchObject({ earlier: 1, later: 1, undated: 3, most: 0, todayShare: 0 });
  expect(timeline.bars).toHaveLength(1);
});

it('counts by the week where days would be too thin, losing none', () => {
  const rows = Array.from({ length: 300 }, (_, day) =>
    service(new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
  );
  const { bars } = planTimeline(rows, '2026-01-01');
  expect(bars).toHaveLength(43);
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(300);
  expect(bars.slice(0, 2).map(termOf)).toEqual(['expires:2026-01-01..2026-01-07', 'expires:2026-01-08..2026-01-14']);
});

it('counts a service in the last week that begins in sight, as the filter of its bar does', () => {
  const rows = ['2026-01-01', '2027-02-05', '2027-02-10', '2027-02-11', '2027-02-12'];
  const { bars, later } = planTimeline(
    rows.map((expiry) => service(expiry)),
    '2026-01-01',
  );
  const last = bars.at(-1) ?? noBar();
  expect(termOf(last)).toBe('expires:2027-02-04..2027-02-10');
  expect([last.count, later]).toEqual([2, 2]);
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

it('says what a bar holds, and names a month once, its year where that is new', () => {
  const timeline = planTimeline(
    [
      service('2026-12-30'),
      service('2027-01-02', { service_is_pending_cancellation: true }),
      service('2027-01-02', { service_total: 1.7 }),
      service('2027-02-15'),
    ],
    '2026-12-30',
  );
  const { bars } = timeline;
  expect(describeBar(bars[0] ?? noBar())).toBe('30 Dec 2026: 1 service, 1 auto-renewal');
  expect(describeBar(bars[3] ?? noBar())).toBe('2 Jan 2027: 2 services, 1 canceled or ended, 1 auto-renewal, 2');
  expect(bars.slice(0, 4).map((_, step) => labelBar(timeline, step))).toEqual(['Dec', null, 'Jan 2027', null]);
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
  const timeline = planTimeline(rows, '2026-11-28', '2026-12-01');
  expect(timeline.bars.map(({ first, count, total }) => [first, count, total])).toEqual([
    ['2026-11-28', 0, null],
    ['2026-11-29', 3, 2.5],
    ['2026-11-30', 0, null],
    ['2026-12-01', 3, null],
  ]);
  expect(timeline.bars.map((_, step) => labelBar(timeline, step))).toEqual(['Today', '29', '30', '1 Dec']);
});

function noBar(): never {
  throw new Error('There is no such bar.');
}
