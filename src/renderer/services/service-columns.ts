import { hasEnded, serviceFields, type ServiceRow } from '../../shared/records/service.ts';
import { annotationColumns } from '../annotations/annotation-columns.ts';
import { formatField, labelCountry, labelCode } from '../format/format-field.ts';
import { formatCount, formatMoney } from '../format/format-number.ts';
import { formatServiceTime, formatServiceDay } from '../format/format-time.ts';
import { fieldColumns, stateColumn } from '../table/columns/field-column.ts';
import type { GridColumn, Tone } from '../table/columns/grid-column.ts';

const column = fieldColumns(serviceFields, 'services');

export const serviceColumns: readonly GridColumn<ServiceRow>[] = [
  stateColumn((row) => serviceState(row.service_status)),
  column('service_name', {
    key: 'name',
    widthRem: 12,
    grow: 1,
    value: (row) => row.service_name ?? row.service_id,
    cell: (row) => ({
      text: row.service_name ?? row.service_id,
      title: row.service_id,
      note: row.note,
    }),
  }),
  column<ServiceRow>('service_status', {
    key: 'status',
    // The end decides: "Overdue, manual renewal".
    widthRem: 10.75,
    grow: 1,
    variant: 'plain',
    cell: (row) => ({ text: describeStatus(row), title: describeStatus(row) }),
  }),
  column<ServiceRow>('service_expiry_datetime', {
    key: 'expiry',
    widthRem: 9,
    cell: (row) => ({
      text: formatServiceTime(row.service_expiry_datetime ?? ''),
      title: expiryTitle(row),
      tone: row.service_is_pending_cancellation === true ? 'warn' : undefined,
    }),
  }),
  {
    key: 'proxies',
    label: 'Proxies',
    widthRem: 4.75,
    sortField: 'proxyCount',
    isNumber: true,
    value: (row) => row.proxyCount,
    cell: (row) => ({ text: formatCount(row.proxyCount) }),
  },
  column('service_total', {
    key: 'total',
    widthRem: 5,
    cell: ({ service_total: total }) => ({
      text: total === null ? '' : formatMoney(total),
      title: 'As the service gives it; its currency is not documented',
    }),
  }),
  column('service_type', { key: 'type', widthRem: 6 }),
  column('service_protocol', { key: 'protocol', widthRem: 5.25 }),
  column('country_id', {
    key: 'country',
    widthRem: 4.5,
    variant: 'dim',
    cell: ({ country_id: country }) =>
      country === null ? { text: '' } : { text: country, title: labelCountry(country) },
  }),
  column('service_quantity', { key: 'quantity', widthRem: 5.5 }),
  column('service_cycle', { key: 'cycle', widthRem: 5.25 }),
  ...annotationColumns<ServiceRow>(),
];

function expiryTitle(row: ServiceRow): string {
  const exact = formatField('datetime', row.service_expiry_datetime)?.title ?? 'No expiry given';
  if (row.service_is_pending_cancellation === true) return `Ends with its period: ${exact}`;
  switch (row.service_is_automatic_collection) {
    case true:
      return `Auto-renewal: ${exact}`;
    case false:
      return `Manual renewal: ${exact}`;
    default:
      return exact;
  }
}

/** A status in words; unknown ones have no tone. */
export function serviceState(status: string | null): {
  readonly text: string;
  readonly tone: Tone;
} {
  if (status === null) return { text: 'No status', tone: 'none' };
  return { text: labelCode(status), tone: toneOf(status) };
}

/** "Active, ends 23 Dec", "Active, manual renewal". */
export function describeStatus(service: ServiceRow): string {
  const { service_status: status, service_expiry_datetime: expiry } = service;
  const text = status === null ? '' : labelCode(status);
  const isEnding = service.service_is_pending_cancellation === true && !hasEnded(service);
  const isManual = service.service_is_automatic_collection === false && !hasEnded(service);
  if (!isEnding) return isManual ? [text, 'manual renewal'].filter(Boolean).join(', ') : text;
  const end = expiry === null ? 'ends with its period' : `ends ${formatServiceDay(expiry, false)}`;
  return text === '' ? end : `${text}, ${end}`;
}

function toneOf(status: string): Tone {
  switch (status) {
    case 'active':
      return 'ok';
    case 'awaiting_fulfillment':
    case 'awaiting_manual_fulfillment':
    case 'awaiting_additional_fulfillment':
    case 'paused':
      return 'warn';
    case 'overdue':
    case 'canceled':
      return 'bad';
    default:
      return 'none';
  }
}
