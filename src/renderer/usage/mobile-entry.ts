import type { KeptRecord } from '../../shared/kept-record.ts';
import { formatBytes, formatCount } from '../format/format-number.ts';
import { formatLocalTime } from '../format/format-time.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';
import { labelCode } from '../format/label-code.ts';
import { readNumber, readText } from '../format/read-field.ts';

/** A kept entry of the mobile ledger as its table shows it. */
export interface MobileEntry {
  readonly id: string;
  readonly day: string | null;
  readonly reason: string | null;
  readonly bytes: number | null;
  readonly requests: number | null;
  readonly serviceId: string | null;
  /** ISO 8601 in UTC. */
  readonly receivedAt: string | null;
}

/** A mobile ledger entry as the table shows it; a value of another kind counts as none. */
export function readMobileEntry({ record, receivedAt }: KeptRecord): MobileEntry {
  return {
    id: readText(record, 'mobile_ledger_id') ?? '',
    day: readText(record, 'mobile_ledger_period_date'),
    reason: readText(record, 'mobile_ledger_reason'),
    bytes: readNumber(record, 'mobile_ledger_bytes'),
    requests: readNumber(record, 'mobile_ledger_requests'),
    serviceId: readText(record, 'service_id'),
    receivedAt,
  };
}

/** Columns of the mobile ledger, in their order. */
export const mobileColumns: readonly GridColumn<MobileEntry>[] = [
  {
    key: 'day',
    label: 'Day',
    track: '108px',
    minPx: 108,
    priority: 100,
    sortField: 'day',
    cell: ({ day }) => ({ text: day ?? '' }),
  },
  {
    key: 'reason',
    label: 'Reason',
    track: 'minmax(96px, 1fr)',
    minPx: 96,
    priority: 80,
    sortField: 'reason',
    cell: ({ reason }) => ({ text: reason === null ? '' : labelCode(reason) }),
  },
  {
    key: 'bytes',
    label: 'Data',
    track: '92px',
    minPx: 92,
    priority: 95,
    sortField: 'bytes',
    isNumber: true,
    cell: ({ bytes }) => ({
      text: bytes === null ? '' : formatBytes(bytes),
      title: bytes === null ? undefined : `${formatCount(bytes)} bytes`,
    }),
  },
  {
    key: 'requests',
    label: 'Requests',
    track: '92px',
    minPx: 92,
    priority: 70,
    sortField: 'requests',
    isNumber: true,
    cell: ({ requests }) => ({ text: requests === null ? '' : formatCount(requests) }),
  },
  {
    key: 'service',
    label: 'Service',
    track: 'minmax(110px, 1fr)',
    minPx: 110,
    priority: 60,
    sortField: 'serviceId',
    variant: 'mono-dim',
    cell: ({ serviceId }) => ({ text: serviceId ?? '' }),
  },
  {
    key: 'id',
    label: 'Id',
    track: 'minmax(150px, 1.6fr)',
    minPx: 150,
    priority: 90,
    sortField: 'id',
    variant: 'mono-dim',
    cell: ({ id }) => ({ text: id }),
  },
  {
    key: 'received',
    label: 'Received',
    track: '156px',
    minPx: 156,
    priority: 50,
    sortField: 'receivedAt',
    isDate: true,
    cell: ({ receivedAt }) => ({ text: receivedAt === null ? '' : formatLocalTime(receivedAt) }),
  },
];
