import type { LedgerRow } from '../../shared/usage.ts';
import { formatBytes, formatCount } from '../format/format-number.ts';
import { formatServiceTime } from '../format/format-time.ts';
import { byField } from '../table/columns/by-field.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';
import { labelCode } from '../format/label-code.ts';

/** Columns of the residential ledger, in their order. */
export const ledgerColumns: readonly GridColumn<LedgerRow>[] = [
  {
    key: 'day',
    label: 'Day',
    track: '108px',
    minPx: 108,
    priority: 100,
    sortField: 'residential_ledger_period_date',
    filter: byField('date', 'residential_ledger_period_date'),
    cell: (row) => ({ text: row.residential_ledger_period_date ?? '' }),
  },
  {
    key: 'reason',
    label: 'Reason',
    track: 'minmax(96px, 1fr)',
    minPx: 96,
    priority: 90,
    sortField: 'residential_ledger_reason',
    filter: byField('reason', 'residential_ledger_reason'),
    value: (row) => row.residential_ledger_reason,
    cell: ({ residential_ledger_reason: reason }) => ({
      text: reason === null ? '' : labelCode(reason),
      title: reason ?? undefined,
    }),
  },
  {
    key: 'bytes',
    label: 'Data',
    track: '92px',
    minPx: 92,
    priority: 95,
    sortField: 'residential_ledger_bytes',
    isNumber: true,
    filter: byField('bytes', 'residential_ledger_bytes'),
    value: (row) => row.residential_ledger_bytes,
    cell: ({ residential_ledger_bytes: bytes }) => ({
      text: bytes === null ? '' : formatBytes(bytes),
      title: bytes === null ? undefined : `${formatCount(bytes)} bytes`,
    }),
  },
  {
    key: 'requests',
    label: 'Requests',
    track: '92px',
    minPx: 92,
    priority: 80,
    sortField: 'residential_ledger_requests',
    isNumber: true,
    filter: byField('requests', 'residential_ledger_requests'),
    value: (row) => row.residential_ledger_requests,
    cell: ({ residential_ledger_requests: requests }) => ({
      text: requests === null ? '' : formatCount(requests),
    }),
  },
  {
    key: 'service',
    label: 'Service',
    track: 'minmax(130px, 1.4fr)',
    minPx: 130,
    priority: 70,
    sortField: 'service_id',
    variant: 'dim',
    filter: byField('service', 'service_id', true),
    cell: (row) => ({
      text: row.service_name ?? row.service_id ?? '',
      title: row.service_id ?? undefined,
    }),
  },
  {
    key: 'adjustment',
    label: 'Adjustment',
    track: '96px',
    minPx: 96,
    priority: 60,
    sortField: 'service_adjustment_id',
    isNumber: true,
    filter: byField('adjustment', 'service_adjustment_id'),
    cell: ({ service_adjustment_id: id }) => ({ text: id === null ? '' : String(id) }),
  },
  {
    key: 'invoice',
    label: 'Invoice',
    track: 'minmax(120px, 1fr)',
    minPx: 120,
    priority: 40,
    sortField: 'invoice_id',
    variant: 'mono-dim',
    filter: byField('invoice', 'invoice_id'),
    cell: (row) => ({ text: row.invoice_id ?? '' }),
  },
  {
    key: 'created',
    label: 'Created',
    track: '156px',
    minPx: 156,
    priority: 50,
    sortField: 'residential_ledger_creation_datetime',
    isDate: true,
    filter: byField('created', 'residential_ledger_creation_datetime'),
    value: (row) => row.residential_ledger_creation_datetime,
    cell: ({ residential_ledger_creation_datetime: created }) => ({
      text: created === null ? '' : formatServiceTime(created),
      title: created ?? undefined,
    }),
  },
];
