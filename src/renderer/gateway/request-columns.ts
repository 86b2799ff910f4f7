import { requestFields, type RequestRow } from '../../shared/records/gateway-request.ts';
import { labelCode } from '../format/format-field.ts';
import { formatCount } from '../format/format-number.ts';
import { describeLocalTime, formatLocalTime } from '../format/format-time.ts';
import { fieldColumns, room } from '../table/columns/field-column.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';
import { describeLoggedReason, faultLabelOf } from './describe-rule.ts';

const column = fieldColumns(requestFields, 'requests');

const tones = { works: 'ok', fails: 'bad', refused: 'warn' } as const;

/** Columns of the log of requests, in their order. */
export const requestColumns: readonly GridColumn<RequestRow>[] = [
  column('requested_at', {
    key: 'time',
    px: 130,
    priority: 100,
    cell: ({ requested_at: at }) =>
      at === null ? { text: '' } : { text: formatLocalTime(at), title: describeLocalTime(at) },
  }),
  column('target_host', {
    key: 'target',
    px: 180,
    grow: 2,
    priority: 99,
    variant: 'mono',
    cell: ({ target_host: host, target_port: port }) => ({
      text: port === 443 || port === null ? (host ?? '') : `${host ?? ''}:${String(port)}`,
    }),
  }),
  column('rule', { key: 'rule', px: 90, priority: 90, variant: 'plain' }),
  column('outcome', {
    key: 'outcome',
    px: 84,
    priority: 98,
    variant: 'plain',
    cell({ outcome }) {
      const tone = outcome !== null && outcome in tones ? tones[outcome as keyof typeof tones] : undefined; // Just looked up.
      return { text: outcome === null ? '' : labelCode(outcome), tone };
    },
  }),
  column('reason', {
    key: 'reason',
    px: 150,
    grow: 1.2,
    priority: 97,
    variant: 'plain',
    cell: ({ reason, status }) => ({ text: reason === null ? '' : describeLoggedReason(reason, status) }),
  }),
  column('fault', {
    key: 'fault',
    px: 92,
    priority: 80,
    cell: ({ fault }) => ({ text: faultLabelOf(fault) }),
  }),
  column('proxy_address', { key: 'proxy', px: 150, grow: 1, priority: 85, variant: 'mono' }),
  {
    key: 'network',
    label: 'Network',
    ...room(126, 0.8),
    priority: 60,
    sortField: 'asn_name',
    variant: 'dim',
    filter: { key: 'network', isExact: true, value: (row) => row.asn_name },
    value: (row) => row.asn_name,
    cell: ({ asn_name: network }) => ({ text: network ?? '' }),
  },
  column('status', { key: 'status', px: 64, priority: 75 }),
  column('duration_ms', {
    key: 'ms',
    px: 84,
    priority: 78,
    cell: ({ duration_ms: ms }) => ({ text: ms === null ? '' : `${formatCount(ms)} ms` }),
  }),
  column('received_bytes', { key: 'received', px: 84, priority: 77 }),
  column('sent_bytes', { key: 'sent', px: 84, priority: 70 }),
  column('try_count', { key: 'tries', px: 60, priority: 65 }),
  column('client', { key: 'client', px: 110, priority: 40, isExtra: true }),
  column('kind', { key: 'kind', px: 80, priority: 35, isExtra: true, variant: 'plain' }),
  column('connect_ms', { key: 'connect', px: 80, priority: 34, isExtra: true }),
  column('handshake_ms', { key: 'handshake', px: 100, priority: 33, isExtra: true }),
];
