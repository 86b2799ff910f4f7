/** Tables of overview and costs, for files and the terminal. */
import { plainTable, type PlainTable, type TableColumn } from '../csv.ts';
import { changeKinds, type ChangeKind, type RecordedSync } from '../records/change.ts';
import { endingTitles } from '../records/service.ts';
import type { Costs, EndingServices } from './costs.ts';
import type { FailingService } from './overview.ts';

export const costTableNames = ['services', 'type', 'ending'] as const;

type Columns<Row> = readonly TableColumn<Row>[];
type Service = EndingServices['services'][number];
const id = { name: 'service_id', value: (one: Pick<Service, 'service_id'>) => one.service_id };
const name = {
  name: 'service_name',
  value: (one: Pick<Service, 'service_name'>) => one.service_name,
};
const total = {
  name: 'service_total',
  value: (one: Pick<Service, 'service_total'>) => one.service_total,
};

const serviceColumns: Columns<Costs['services'][number]> = [
  id,
  name,
  { name: 'service_type', value: (service) => service.service_type },
  { name: 'country_id', value: (service) => service.country_id },
  total,
  { name: 'service_cycle', value: (service) => service.service_cycle },
  { name: 'per_month', value: ({ perMonth }) => perMonth },
  { name: 'per_proxy', value: ({ perProxy }) => perProxy },
];
const typeColumns: Columns<Costs['byType'][number]> = [
  { name: 'type', value: ({ value }) => value },
  { name: 'services', value: ({ serviceCount }) => serviceCount },
  { name: 'per_month', value: ({ perMonth }) => perMonth },
  { name: 'unknown', value: ({ unknownCount }) => unknownCount },
];
const endingColumns: Columns<Service> = [
  { name: 'service_expiry_datetime', value: (service) => service.service_expiry_datetime },
  { name: 'ending', value: ({ ending }) => endingTitles[ending] },
  id,
  name,
  total,
];
const failingColumns: Columns<FailingService> = [
  { name: 'service_id', value: ({ serviceId }) => serviceId },
  { name: 'service_name', value: ({ name: serviceName }) => serviceName },
  { name: 'failing', value: ({ failing }) => failing },
  { name: 'proxies', value: ({ proxyCount }) => proxyCount },
];

/** A table of costs; `ending`: next month. */
export function costTable(costs: Costs, table: (typeof costTableNames)[number]): PlainTable {
  switch (table) {
    case 'services':
      return plainTable('Costs by service', serviceColumns, costs.services);
    case 'type':
      return plainTable('Costs by type', typeColumns, costs.byType);
    case 'ending':
      return endingTable(costs.nextMonth);
  }
}

/** Ending services by day. */
export const endingTable = ({ first, last, services }: EndingServices): PlainTable =>
  plainTable(`Services that end or renew ${first} to ${last}`, endingColumns, services);

export const failingTable = (services: readonly FailingService[]): PlainTable =>
  plainTable('Failing proxies by service', failingColumns, services);

export const changesTable = (sync: RecordedSync): PlainTable =>
  plainTable<ChangeKind>(
    `Changes of sync ${String(sync.id)}`,
    [
      { name: 'kind', value: (kind) => kind },
      { name: 'changes', value: (kind) => sync.counts[kind] },
    ],
    changeKinds,
  );
