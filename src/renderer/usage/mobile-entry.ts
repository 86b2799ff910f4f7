import type { ShownFields } from '../../shared/records/field.ts';
import type { CachedRecord } from '../../shared/records/cached-record.ts';
import { mobileLedgerFields } from '../../shared/records/usage.ts';
import { describeLocalTime, formatLocalTime } from '../format/format-time.ts';
import { readFields } from '../format/format-field.ts';
import { fieldColumns } from '../table/columns/field-column.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';

export interface MobileEntry extends ShownFields<typeof mobileLedgerFields> {
  /** ISO 8601 in UTC. */
  readonly receivedAt: string | null;
}

/** Reads a mobile entry for the table; values of other types count as none. */
export function readMobileEntry({ record, receivedAt }: CachedRecord): MobileEntry {
  return { ...readFields(mobileLedgerFields, record), receivedAt };
}

const column = fieldColumns(mobileLedgerFields);

/** Columns of the mobile ledger, in their order. */
export const mobileColumns: readonly GridColumn<MobileEntry>[] = [
  column('mobile_ledger_period_date', { key: 'day', widthRem: 6.75 }),
  column('mobile_ledger_reason', {
    key: 'reason',
    widthRem: 6,
    grow: 1,
    variant: 'plain',
  }),
  column('mobile_ledger_bytes', { key: 'bytes', widthRem: 5.75 }),
  column('mobile_ledger_requests', { key: 'requests', widthRem: 5.75 }),
  column('service_id', { key: 'service', widthRem: 7, grow: 1 }),
  column('mobile_ledger_id', { key: 'id', widthRem: 9.5, grow: 1.6 }),
  {
    key: 'received',
    label: 'Received',
    widthRem: 9,
    sortField: 'receivedAt',
    isDate: true,
    value: (row) => row.receivedAt,
    cell: ({ receivedAt: at }) =>
      at === null ? { text: '' } : { text: formatLocalTime(at), title: describeLocalTime(at) },
  },
];
