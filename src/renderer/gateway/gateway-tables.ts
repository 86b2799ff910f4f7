import type { PlainTable } from '../../shared/csv.ts';
import type { GatewayConnection, GatewayFailure } from '../../shared/gateway/gateway.ts';
import type { TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { ShownRule } from '../account/gateway-status.svelte.ts';
import {
  describeOutcome,
  describeReason,
  describeRotation,
  describeSkips,
} from './describe-rule.ts';

type NameOf = (ruleId: number | null) => string;
const isoTime = (ms: number): string => new Date(ms).toISOString();

/** The rules as a file has them; never a token. What is not known while the gateway is off is empty. */
export const ruleTable = (rules: readonly ShownRule[]): PlainTable => ({
  name: 'Gateway rules',
  headings: [
    'rule',
    'is_on',
    'port',
    'filter',
    'proxy_user_id',
    'rotation',
    'skips',
    'proxies',
    'in_rotation',
    'open',
    'received_bytes',
    'sent_bytes',
    'failed',
  ],
  rows: rules.map(({ rule, state }) => [
    rule.name,
    rule.isOn ? 'yes' : 'no',
    rule.port,
    rule.where,
    rule.proxyUserId,
    describeRotation(rule.rotation),
    describeSkips(rule),
    state?.proxyCount ?? null,
    state?.inRotation ?? null,
    state?.open ?? null,
    state?.receivedBytes ?? null,
    state?.sentBytes ?? null,
    state?.failed ?? null,
  ]),
});

/** The connections that are shown, as a file has them. */
export const connectionTable = (
  connections: readonly GatewayConnection[],
  nameOf: NameOf,
): PlainTable => ({
  name: 'Gateway connections',
  headings: [
    'client',
    'rule',
    'protocol',
    'target',
    'proxy',
    'country_id',
    'city_name',
    'received_bytes',
    'sent_bytes',
    'started_at',
  ],
  rows: connections.map(({ proxy, ...connection }) => [
    connection.client,
    nameOf(connection.ruleId),
    connection.protocol,
    connection.target,
    proxy.address,
    proxy.country_id,
    proxy.city_name,
    connection.receivedBytes,
    connection.sentBytes,
    isoTime(connection.startedAtMs),
  ]),
});

/** The failures that are known, also those that are not shown, as a file has them. */
export const failureTable = (failures: readonly GatewayFailure[], nameOf: NameOf): PlainTable => ({
  name: 'Gateway failures',
  headings: ['time', 'rule', 'target', 'reason', 'at_fault', 'proxy', 'out_until', 'outcome'],
  rows: failures.map((failure) => [
    isoTime(failure.atMs),
    nameOf(failure.ruleId),
    failure.target,
    describeReason(failure),
    failure.fault,
    failure.proxy?.address ?? null,
    typeof failure.outUntil === 'number' ? isoTime(failure.outUntil) : failure.outUntil,
    describeOutcome(failure),
  ]),
});

/** What was carried on each day, as a file has it. */
export const historyTable = (days: readonly TestRunSummary[]): PlainTable => ({
  name: 'Gateway history',
  headings: ['day', 'requests', 'failed', 'proxies'],
  rows: days.map(({ name, resultCount, successCount, proxiesTested }) => [
    name,
    resultCount,
    resultCount - successCount,
    proxiesTested,
  ]),
});
