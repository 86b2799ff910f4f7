import type { ServiceRow } from '../../shared/service.ts';
import { annotationColumns } from '../annotations/annotation-columns.ts';
import { describeCycle } from '../format/describe-cycle.ts';
import { formatCount } from '../format/format-number.ts';
import { formatServiceTime } from '../format/format-time.ts';
import { byField } from '../table/columns/by-field.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';
import { labelCode } from '../format/label-code.ts';
import { describeStatus, serviceState } from './service-state.ts';

const code = (value: string | null): { text: string } => ({
  text: value === null ? '' : labelCode(value),
});
const count = (value: number | null): { text: string } => ({
  text: value === null ? '' : formatCount(value),
});

/** Columns of the services view, in their order. */
export const serviceColumns: readonly GridColumn<ServiceRow>[] = [
  {
    key: 'state',
    label: 'State',
    track: '30px',
    minPx: 30,
    priority: 99,
    sortField: null,
    variant: 'dot',
    cell: (row) => {
      const { text, tone } = serviceState(row.service_status);
      return { text, tone, title: text };
    },
  },
  {
    key: 'name',
    label: 'Name',
    track: 'minmax(150px, 1.6fr)',
    minPx: 150,
    priority: 100,
    sortField: 'service_name',
    filter: byField('name', 'service_name', true),
    cell: (row) => ({ text: row.service_name ?? row.service_id, title: row.service_id }),
  },
  {
    key: 'status',
    label: 'Status',
    track: 'minmax(132px, 1.2fr)',
    minPx: 132,
    priority: 90,
    sortField: 'service_status',
    filter: byField('status', 'service_status'),
    value: (row) => row.service_status,
    cell: (row) => ({ text: describeStatus(row), title: describeStatus(row) }),
  },
  {
    key: 'type',
    label: 'Type',
    track: '96px',
    minPx: 96,
    priority: 70,
    sortField: 'service_type',
    variant: 'dim',
    filter: byField('type', 'service_type'),
    value: (row) => row.service_type,
    cell: (row) => code(row.service_type),
  },
  {
    key: 'protocol',
    label: 'Protocol',
    track: '84px',
    minPx: 84,
    priority: 41,
    sortField: 'service_protocol',
    variant: 'dim',
    filter: byField('protocol', 'service_protocol'),
    value: (row) => row.service_protocol,
    cell: (row) => code(row.service_protocol),
  },
  {
    key: 'country',
    label: 'Country',
    track: '80px',
    minPx: 80,
    priority: 55,
    sortField: 'country_id',
    variant: 'dim',
    filter: byField('country', 'country_id'),
    cell: (row) => ({ text: row.country_id ?? '' }),
  },
  {
    key: 'quantity',
    label: 'Quantity',
    track: '86px',
    minPx: 86,
    priority: 60,
    sortField: 'service_quantity',
    isNumber: true,
    filter: byField('quantity', 'service_quantity'),
    value: (row) => row.service_quantity,
    cell: (row) => count(row.service_quantity),
  },
  {
    key: 'proxies',
    label: 'Proxies',
    track: '104px',
    minPx: 104,
    priority: 80,
    sortField: 'proxyCount',
    isNumber: true,
    cell: (row) => count(row.proxyCount),
  },
  {
    key: 'total',
    label: 'Price',
    track: '80px',
    minPx: 80,
    priority: 40,
    sortField: 'service_total',
    isNumber: true,
    filter: byField('total', 'service_total'),
    cell: (row) => ({
      text: row.service_total === null ? '' : String(row.service_total),
      title: 'As the service gives it; its currency is not documented',
    }),
  },
  {
    key: 'cycle',
    label: 'Cycle',
    track: '84px',
    minPx: 84,
    priority: 30,
    sortField: 'service_cycle',
    variant: 'dim',
    filter: byField('cycle', 'service_cycle'),
    cell: (row) => ({ text: describeCycle(row.service_cycle ?? '') }),
  },
  {
    key: 'expiry',
    label: 'Expires',
    track: '156px',
    minPx: 156,
    priority: 75,
    sortField: 'service_expiry_datetime',
    isDate: true,
    filter: byField('expires', 'service_expiry_datetime'),
    value: (row) => row.service_expiry_datetime,
    cell: (row) => ({
      text:
        row.service_expiry_datetime === null ? '' : formatServiceTime(row.service_expiry_datetime),
      title: expiryTitle(row),
      tone: row.service_is_pending_cancellation === true ? 'warn' : undefined,
    }),
  },
  ...annotationColumns<ServiceRow>(),
];

function expiryTitle(row: ServiceRow): string {
  if (row.service_is_pending_cancellation === true) return 'Ends with its period';
  if (row.service_is_automatic_collection === true) return 'Renews automatically';
  return row.service_expiry_datetime ?? 'No expiry given';
}
