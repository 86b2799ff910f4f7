/** The tables of the overview and of the costs as files have them: one table for the window and the terminal. */
import type { Costs, EndingServices } from './costs.ts';
import type { PlainTable } from '../csv.ts';
import type { FailingService } from './overview.ts';
import { changeKinds, type RecordedSync } from '../records/change.ts';
import { endingTitles } from '../records/service-ending.ts';

/** The names of the tables of the costs, as on the terminal. */
export const costTableNames = ['services', 'type', 'ending'] as const;

/** One table of the costs. `ending`: what ends and renews next month. */
export function costTable(costs: Costs, name: (typeof costTableNames)[number]): PlainTable {
  switch (name) {
    case 'services':
      return {
        name: 'Costs by service',
        headings: [
          'service_id',
          'service_name',
          'service_type',
          'country_id',
          'service_total',
          'service_cycle',
          'per_month',
          'per_proxy',
        ],
        rows: costs.services.map((service) => [
          service.service_id,
          service.service_name,
          service.service_type,
          service.country_id,
          service.service_total,
          service.service_cycle,
          service.perMonth,
          service.perProxy,
        ]),
      };
    case 'type':
      return {
        name: 'Costs by type',
        headings: ['type', 'services', 'per_month', 'unknown'],
        rows: costs.byType.map((group) => [
          group.value,
          group.serviceCount,
          group.perMonth,
          group.unknownCount,
        ]),
      };
    case 'ending':
      return endingTable(costs.nextMonth);
  }
}

/** The services that end or renew, by their day. */
export const endingTable = ({ first, last, services }: EndingServices): PlainTable => ({
  name: `Services that end or renew ${first} to ${last}`,
  headings: ['service_expiry_datetime', 'ending', 'service_id', 'service_name', 'service_total'],
  rows: services.map((service) => [
    service.service_expiry_datetime,
    endingTitles[service.ending],
    service.service_id,
    service.service_name,
    service.service_total,
  ]),
});

/** Services with failing proxies, all of them. */
export const failingTable = (services: readonly FailingService[]): PlainTable => ({
  name: 'Failing proxies by service',
  headings: ['service_id', 'service_name', 'failing', 'proxies'],
  rows: services.map(({ serviceId, name, failing, proxyCount }) => [
    serviceId,
    name,
    failing,
    proxyCount,
  ]),
});

/** The changes of a sync by kind. */
export const changesTable = (sync: RecordedSync): PlainTable => ({
  name: `Changes of sync ${String(sync.id)}`,
  headings: ['kind', 'changes'],
  rows: changeKinds.map((kind) => [kind, sync.counts[kind]]),
});
