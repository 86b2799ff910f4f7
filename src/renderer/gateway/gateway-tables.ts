import type { TableColumn } from '../../shared/csv.ts';
import type { GatewayConnection, GatewayFailure, GatewayRule } from '../../shared/gateway/gateway.ts';
import type { ShownRule } from '../account/gateway-status.svelte.ts';
import { formatBytes, formatCount } from '../format/format-number.ts';
import {
  describeInRotation,
  describeOut,
  describeOutcome,
  describeReason,
  describeRotation,
  describeSkips,
  faultLabels,
  formatClock,
  formatElapsed,
} from './describe-rule.ts';

type NameOf = (ruleId: number | null) => string;
const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The state of a rule that is on, while the gateway is on. */
export const runningState = ({ rule, state }: ShownRule): ShownRule['state'] => (rule.isOn ? state : null);
const ofState =
  (show: (state: NonNullable<ShownRule['state']>) => string) =>
  (row: ShownRule): string => {
    const state = runningState(row);
    return state === null ? '–' : show(state);
  };

/** Saved lines are one each. */
const countLines = ({ lines }: GatewayRule): number => (lines === '' ? 0 : lines.split('\n').length);

/** The columns of the rules; never a token. What is not known while the gateway is off is empty. */
export const ruleColumns: readonly TableColumn<ShownRule>[] = [
  { name: 'is_on', title: 'On', value: ({ rule }) => (rule.isOn ? 'yes' : 'no') },
  { name: 'rule', title: 'Rule', value: ({ rule }) => rule.name },
  { name: 'port', title: 'Port', value: ({ rule }) => rule.port, look: 'mono' },
  { name: 'filter', title: 'Proxies', value: ({ rule }) => rule.where, look: 'proxies ellipsis' },
  {
    name: 'proxy_user_id',
    title: 'Proxy user',
    value: ({ rule }) => rule.proxyUserId,
    text: ({ rule }) => rule.proxyUserId ?? 'Default',
    look: 'ellipsis spare',
  },
  {
    name: 'rotation',
    title: 'Rotation',
    value: ({ rule }) => describeRotation(rule.rotation),
    look: 'spare',
  },
  { name: 'skips', title: 'Skips', value: ({ rule }) => describeSkips(rule), look: 'dim spare' },
  { name: 'proxies', value: ({ state }) => state?.proxyCount ?? null },
  {
    name: 'in_rotation',
    title: 'In rotation',
    value: ({ state }) => state?.inRotation ?? null,
    text: (row) => {
      const state = runningState(row);
      if (state !== null) return describeInRotation(state);
      return row.rule.isOn ? '–' : 'off';
    },
    look: 'number rotating',
  },
  {
    name: 'lines',
    title: 'Lines',
    value: ({ rule }) => countLines(rule),
    text: ({ rule }) => (rule.lines === '' ? '–' : formatCount(countLines(rule))),
    look: 'number spare',
  },
  {
    name: 'open',
    title: 'Open',
    value: ({ state }) => state?.open ?? null,
    text: ofState(({ open }) => formatCount(open)),
    look: 'number',
  },
  {
    name: 'received_bytes',
    title: 'Data',
    value: ({ state }) => state?.receivedBytes ?? null,
    text: ofState(({ receivedBytes, sentBytes }) => formatBytes(receivedBytes + sentBytes)),
    look: 'number',
  },
  { name: 'sent_bytes', value: ({ state }) => state?.sentBytes ?? null },
  {
    name: 'blocked',
    title: 'Blocked',
    value: ({ state }) => state?.blocked ?? null,
    text: ofState(({ blocked }) => formatCount(blocked)),
    look: 'number spare',
  },
  {
    name: 'failed',
    // With each proxy that was tried for a request, as the list of failures has them.
    title: 'Failures',
    value: ({ state }) => state?.failed ?? null,
    text: ofState(({ failed }) => formatCount(failed)),
    look: 'number',
  },
];

/** The columns of the connections. */
export const connectionColumns = (nameOf: NameOf, nowMs: number): readonly TableColumn<GatewayConnection>[] => [
  { name: 'client', title: 'Client', value: ({ client }) => client, look: 'mono' },
  { name: 'rule', title: 'Rule', value: ({ ruleId }) => nameOf(ruleId) },
  { name: 'protocol', title: 'Protocol', value: ({ protocol }) => protocol, look: 'dim spare' },
  {
    name: 'line',
    title: 'Line',
    value: ({ line }) => line,
    text: ({ line }) => (line === null ? '–' : String(line)),
    look: 'number',
  },
  { name: 'target', title: 'Target host', value: ({ target }) => target, look: 'selectable' },
  { name: 'proxy', title: 'Proxy', value: ({ proxy }) => proxy?.address ?? 'direct', look: 'mono selectable' },
  {
    name: 'country_id',
    title: 'Place',
    value: ({ proxy }) => proxy?.country_id ?? null,
    text: ({ proxy }) => [proxy?.country_id, proxy?.city_name].filter((part) => part).join(' '),
    look: 'spare',
  },
  { name: 'city_name', value: ({ proxy }) => proxy?.city_name ?? null },
  {
    name: 'received_bytes',
    title: 'Received',
    value: ({ receivedBytes }) => receivedBytes,
    text: ({ receivedBytes }) => formatBytes(receivedBytes),
    look: 'number',
  },
  {
    name: 'sent_bytes',
    title: 'Sent',
    value: ({ sentBytes }) => sentBytes,
    text: ({ sentBytes }) => formatBytes(sentBytes),
    look: 'number spare',
  },
  {
    name: 'started_at',
    title: 'Age',
    value: ({ startedAtMs }) => isoTime(startedAtMs),
    text: ({ startedAtMs }) => formatElapsed(startedAtMs, nowMs),
    look: 'number',
  },
  { name: 'end', title: 'Action' },
];

/** The columns of the failures. */
export const failureColumns = (nameOf: NameOf): readonly TableColumn<GatewayFailure>[] => [
  {
    name: 'time',
    title: 'Time',
    value: ({ atMs }) => isoTime(atMs),
    text: ({ atMs }) => formatClock(atMs, true),
    look: 'mono',
  },
  { name: 'rule', title: 'Rule', value: ({ ruleId }) => nameOf(ruleId) },
  {
    name: 'target',
    title: 'Target host',
    value: ({ target }) => target,
    look: 'selectable ellipsis target',
  },
  { name: 'reason', title: 'Reason', value: describeReason },
  {
    name: 'at_fault',
    title: 'At fault',
    value: ({ fault }) => fault,
    text: ({ fault }) => faultLabels[fault],
    look: 'spare',
  },
  {
    name: 'proxy',
    title: 'Proxy',
    value: ({ proxy }) => proxy?.address ?? null,
    text: ({ proxy }) => proxy?.address ?? '',
    look: 'mono selectable',
  },
  {
    name: 'out_until',
    title: 'Out of rotation',
    value: ({ outUntil }) => (typeof outUntil === 'number' ? isoTime(outUntil) : outUntil),
    text: ({ proxy, outUntil }) => (proxy ? describeOut(outUntil) : ''),
    look: 'spare',
  },
  { name: 'outcome', title: 'Outcome', value: describeOutcome, look: 'outcome' },
];
