import {
  refusals,
  type GatewayFailure,
  type OutOfRotation,
  type Refusal,
  type Rotation,
  type RuleChoices,
  type RuleState,
} from '../../shared/gateway/gateway.ts';
import { ownValue } from '../../shared/own-value.ts';
import { maxLogMegabytes } from '../../shared/records/gateway-request.ts';
import { describeProbe, type ProbeReason } from '../../shared/test-runs/local-test.ts';
import { describeTestCode } from '../format/test-words.ts';
import { countOf, formatBytes, formatCount } from '../format/format-number.ts';
import { formatLocalTime } from '../format/format-time.ts';

export function describeRotation(rotation: Rotation): string {
  switch (rotation.kind) {
    case 'request':
      return 'Per request';
    case 'connection':
      return 'Per connection';
    case 'sticky':
      return `Sticky, ${countOf(rotation.minutes, 'minute')}`;
    case 'count':
      return `Every ${countOf(rotation.requests, 'request')}`;
    case 'least':
      return 'Fewest connections';
    case 'fixed':
      return 'One proxy';
  }
}

export function describeSkips({ skipsFailed, skipsOffline }: RuleChoices): string {
  const skipped = [...(skipsFailed ? ['failed'] : []), ...(skipsOffline ? ['offline'] : [])];
  const text = skipped.join(', ');
  return text === '' ? 'Nothing' : text.charAt(0).toUpperCase() + text.slice(1);
}

/** `12,431 of 12,480`. */
export const describeInRotation = ({ inRotation, proxyCount }: RuleState): string =>
  `${formatCount(inRotation)} of ${formatCount(proxyCount)}`;

/** Why a rule does not listen, or lacks proxies; null: it works. */
export function describeProblem({ port }: RuleChoices, state: RuleState | null): string | null {
  if (state === null) return null;
  if (state.problem?.kind === 'port-taken') return `Port ${String(port)} is in use.`;
  if (state.problem) return state.problem.message;
  return (
    [
      ...(state.ipv6Skipped === 0
        ? []
        : [`${countOf(state.ipv6Skipped, 'IPv6 proxy is', 'IPv6 proxies are')} skipped: this machine has no IPv6.`]),
      ...(state.inRotation === 0 ? ['No proxy is in rotation. Clients get a page that says so.'] : []),
    ].join(' ') || null
  );
}

const isRefusal = (reason: ProbeReason | Refusal): reason is Refusal => reason in refusals;

/** `Wrong credentials (407)`. */
export const describeReason = ({ reason, status }: Pick<GatewayFailure, 'reason' | 'status'>): string =>
  isRefusal(reason) ? refusals[reason].label : describeProbe({ reason, status });

/** The same of a logged request. */
export function describeLoggedReason(reason: string, status: number | null): string {
  const refusal: { readonly label: string } | undefined = ownValue(refusals, reason);
  if (refusal) return refusal.label;
  return status === null ? describeTestCode(reason) : `${describeTestCode(reason)} (${String(status)})`;
}

/** When a request began, in local time: `27 Nov, 18:36:44`. */
export function formatLoggedTime(at: string): string {
  const [day = ''] = formatLocalTime(at).split(/ \d{4}, /);
  return `${day}, ${formatClock(Date.parse(at), true)}`;
}

/**
 * The size of the log: `Saved for 7 days: hosts only, 3.1 MB of 200 MB`.
 *
 * @param days 0: nothing is added to it
 */
export const describeLog = ({ bytes }: { readonly bytes: number }, days: number): string =>
  `${days === 0 ? 'No longer logged' : `Saved for ${countOf(days, 'day')}`}: hosts only, ${formatBytes(bytes)} of ${String(maxLogMegabytes)} MB`;

/** The side at fault, as the log has it; null: none. */
export const faultLabelOf = (fault: string | null): string =>
  fault === null ? '' : (ownValue(faultLabels, fault) ?? fault);

export const faultLabels = {
  proxy: 'Proxy',
  target: 'Target',
  machine: 'This machine',
  client: 'Client',
} as const satisfies Record<GatewayFailure['fault'], string>;

/** What became of a request; one that no proxy could carry was not refused, but not sent. */
export function describeOutcome({ outcome, fault }: Pick<GatewayFailure, 'outcome' | 'fault'>): string {
  switch (outcome.kind) {
    case 'sent':
      return `Sent through ${outcome.address}`;
    case 'refused':
      return fault === 'client' ? 'Refused' : 'Not sent';
    case 'closed':
      return 'Closed, data was sent';
  }
}

/** Whether a client that asked for nothing forbidden got nothing. */
export const isLost = ({ outcome, fault }: Pick<GatewayFailure, 'outcome' | 'fault'>): boolean =>
  outcome.kind !== 'sent' && fault !== 'client';

const two = (part: number): string => String(part).padStart(2, '0');

/** `13:51`, with seconds `13:51:40`, in local time. */
export function formatClock(atMs: number, hasSeconds = false): string {
  const time = new Date(atMs);
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}`;
  return hasSeconds ? `${clock}:${two(time.getSeconds())}` : clock;
}

/** `until 14:00`, `until next sync`, `Still used`. */
export function describeOut(until: GatewayFailure['outUntil']): string {
  if (until === null) return 'Still used';
  return until === 'sync' ? 'until next sync' : `until ${formatClock(until)}`;
}

/** `Connection refused, 3 times · next try 13:57`. */
export function describePause({ reason, failures, untilMs }: OutOfRotation): string {
  const times = failures === 1 ? '' : `, ${formatCount(failures)} times`;
  const next = untilMs === null ? 'until next sync' : `next try ${formatClock(untilMs)}`;
  return `${describeProbe({ reason, status: null })}${times} · ${next}`;
}

/** The age of a connection: `0:41`, `1:02:03`. */
export function formatElapsed(startedAtMs: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor((nowMs - startedAtMs) / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  const rest = two(seconds % 60);
  return hours === 0 ? `${String(minutes)}:${rest}` : `${String(hours)}:${two(minutes)}:${rest}`;
}
