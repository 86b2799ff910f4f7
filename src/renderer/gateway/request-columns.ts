import { requestFields, type RequestRow } from '../../shared/records/gateway-request.ts';
import { labelCode } from '../format/format-field.ts';
import { describeLocalTime } from '../format/format-time.ts';
import { fieldColumns, networkColumn } from '../table/columns/field-column.ts';
import type { GridColumn } from '../table/columns/grid-column.ts';
import { describeLoggedReason, faultLabelOf, formatLoggedTime } from './describe-rule.ts';

const column = fieldColumns(requestFields, 'requests');

const tones = { works: 'ok', fails: 'bad', refused: 'warn' } as const;

/** Columns of the log of requests, in their order. */
export const requestColumns: readonly GridColumn<RequestRow>[] = [
  column('requested_at', {
    key: 'time',
    widthRem: 8,
    cell: ({ requested_at: at }) =>
      at === null ? { text: '' } : { text: formatLoggedTime(at), title: describeLocalTime(at) },
  }),
  column('target_host', {
    key: 'target',
    widthRem: 11.25,
    grow: 2,
    variant: 'mono',
    cell: ({ target_host: host, target_port: port }) => ({
      text: port === 443 || port === null ? (host ?? '') : `${host ?? ''}:${String(port)}`,
    }),
  }),
  column('rule', { key: 'rule', widthRem: 5.62, variant: 'plain' }),
  column('line', { key: 'line', widthRem: 5, isExtra: true, variant: 'plain' }),
  column('outcome', {
    key: 'outcome',
    widthRem: 5.25,
    variant: 'plain',
    cell({ outcome }) {
      const tone = outcome !== null && outcome in tones ? tones[outcome as keyof typeof tones] : undefined; // Just looked up.
      return { text: outcome === null ? '' : labelCode(outcome), tone };
    },
  }),
  column('reason', {
    key: 'reason',
    widthRem: 11,
    grow: 1.2,
    variant: 'plain',
    cell: ({ reason, status }) => ({ text: reason === null ? '' : describeLoggedReason(reason, status) }),
  }),
  column('fault', {
    key: 'fault',
    widthRem: 5.75,
    cell: ({ fault }) => ({ text: faultLabelOf(fault) }),
  }),
  column('proxy_address', { key: 'proxy', widthRem: 9.38, grow: 1, variant: 'mono' }),
  networkColumn(),
  column('status', { key: 'status', widthRem: 4 }),
  column('duration_ms', { key: 'ms', widthRem: 6.5 }),
  column('received_bytes', { key: 'received', widthRem: 5.25 }),
  column('sent_bytes', { key: 'sent', widthRem: 5.25 }),
  column('try_count', { key: 'tries', widthRem: 3.75 }),
  column('client', { key: 'client', widthRem: 6.88, isExtra: true }),
  column('kind', { key: 'kind', widthRem: 5, isExtra: true, variant: 'plain' }),
  column('connect_ms', { key: 'connect', widthRem: 6.5, isExtra: true }),
  column('handshake_ms', { key: 'handshake', widthRem: 10, isExtra: true }),
];
