import { defaultsOf, parsed, protocolRow, type OptionRows, type OptionValues } from '../options/option-rows.ts';
import { lineForm, readLines, writeLines } from './rule-lines.ts';
import type { ProbeReason } from '../test-runs/local-test.ts';
import type { Throughput } from '../records/gateway-request.ts';
import type { Fault } from '../records/test-result.ts';

/**
 * When another proxy is chosen. Tunnels count as one request, so `request` and `connection` differ only for plain HTTP.
 * `sticky` and `count` are by session, or else client address; `least` has the fewest open connections; `fixed` is the
 * first found.
 */
export type Rotation =
  | { readonly kind: 'request' | 'connection' | 'least' | 'fixed' }
  | { readonly kind: 'sticky'; readonly minutes: number }
  | { readonly kind: 'count'; readonly requests: number };

/** Separates a rule's name from a session in a user name. */
export const sessionMark = '-session-';
export const ruleNamePattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Normalizes lines for storage; undefined: invalid. */
function readLinesText(text: string): string | undefined {
  const lines = readLines(text);
  return 'problem' in lines ? undefined : writeLines(lines);
}

const maxMinutes = 7 * 24 * 60;
const maxRequests = 1_000_000;

function readRotation(text: string): Rotation | undefined {
  if (text === 'request' || text === 'connection' || text === 'least' || text === 'fixed') return { kind: text };
  const [, count] = /^count:(\d{1,7})$/.exec(text) ?? [];
  if (count !== undefined) {
    const requests = Number(count);
    return requests >= 1 && requests <= maxRequests ? { kind: 'count', requests } : undefined;
  }
  const [, number, unit] = /^sticky:(\d{1,5})([mh])$/.exec(text) ?? [];
  const minutes = Number(number) * (unit === 'h' ? 60 : 1);
  return minutes >= 1 && minutes <= maxMinutes ? { kind: 'sticky', minutes } : undefined;
}

function writeRotation(rotation: Rotation): string {
  switch (rotation.kind) {
    case 'sticky':
      return `sticky:${String(rotation.minutes)}m`;
    case 'count':
      return `count:${String(rotation.requests)}`;
    default:
      return rotation.kind;
  }
}

export const ruleRows = {
  name: parsed(
    {
      label: 'Name',
      meaning: 'The name of the rule, which is the user name of its clients.',
      hint: 'User name that programs log in with.',
    },
    {
      read: (text) => (ruleNamePattern.test(text) && !text.includes(sessionMark) ? text : undefined),
      write: (name) => name,
      values: `at most 64 letters, digits, dots, dashes and underscores, without "${sessionMark}", which separates the name of a session`,
      valueName: 'NAME',
      default: 'rotate',
    },
  ),
  port: {
    kind: 'number',
    name: 'port',
    label: 'Port',
    meaning: 'The local port.',
    least: 1,
    most: 65_535,
    default: 24_000,
  },
  protocol: protocolRow,
  rotation: parsed(
    {
      name: 'rotate',
      label: 'Change the proxy',
      meaning: 'When another proxy is used.',
    },
    {
      read: readRotation,
      write: writeRotation,
      values:
        'request, connection, fixed, least for the proxy with the fewest open connections, count with a number of requests, such as count:50, or sticky with a time, such as sticky:10m or sticky:1h, at most seven days',
      valueName: 'HOW',
      default: { kind: 'request' },
    },
  ),
  lines: parsed(
    {
      name: 'lines',
      label: 'Lines',
      meaning:
        'Which targets go where; the first line that takes a target decides, and what no line takes is refused. Without lines, everything goes through the proxies of the rule.',
    },
    {
      read: readLinesText,
      write: (lines) => lines,
      values: lineForm,
      valueName: 'LINES',
      default: '',
    },
  ),
  skipsFailed: {
    kind: 'flag',
    name: 'use-failed',
    label: 'failed in the last test',
    meaning: 'Skips proxies that failed in the last test.',
    offMeaning: 'Also use proxies that failed in the last test.',
  },
  skipsOffline: {
    kind: 'flag',
    name: 'use-offline',
    label: 'are offline',
    meaning: 'Skips proxies that the service reports as offline.',
    offMeaning: 'Also use proxies that the service reports as offline.',
  },
  failuresInRow: {
    kind: 'number',
    name: 'pause-after',
    label: 'Pause after failures in a row',
    meaning: 'So many failures in a row pause a proxy. 0: none do.',
    hint: '0: never',
    least: 0,
    most: 100,
    default: 3,
  },
  pauseMinutes: {
    kind: 'number',
    name: 'pause',
    label: 'Pause in minutes',
    meaning: 'For how long, in minutes.',
    least: 1,
    most: maxMinutes,
    default: 10,
  },
  needsToken: {
    kind: 'flag',
    name: 'no-token',
    label: 'Programs need the token',
    meaning: 'Programs need the token.',
    offMeaning: 'Let every program of this machine use it.',
  },
  allowsPrivate: {
    kind: 'flag',
    name: 'allow-private',
    label: 'Allow local and private addresses',
    meaning: 'Also allow targets on this machine and in private networks.',
  },
  isShared: {
    kind: 'flag',
    label: 'Share with agents',
    meaning: 'Agents get the token of the rule.',
  },
} as const satisfies OptionRows;

/** Rules may share a port: the user name decides. */
export interface RuleChoices extends OptionValues<typeof ruleRows> {
  readonly isOn: boolean;
  /** Null or removed: `where` decides. */
  readonly viewId: number | null;
  /** Filter language. */
  readonly where: string;
  /** Whose credentials and access; null: each proxy's default user. */
  readonly proxyUserId: string | null;
}

export interface GatewayRule extends RuleChoices {
  readonly id: number;
}

export const defaultRule: RuleChoices = {
  ...defaultsOf(ruleRows),
  isOn: true,
  viewId: null,
  where: '',
  proxyUserId: null,
};

/** Loopback only: the network cannot reach the gateway. */
export const gatewayHosts = ['127.0.0.1', '::1'] as const;

/** The gateway's own reasons besides `probeReasons`. */
export const refusals = {
  'no-token': { status: 407, socks: 0x02, label: 'No token' },
  'wrong-token': { status: 407, socks: 0x02, label: 'Wrong token' },
  'unknown-part': { status: 407, socks: 0x02, label: 'Unknown part of the user name' },
  'web-page': { status: 403, socks: 0x02, label: 'Not a proxy request' },
  'own-address': { status: 403, socks: 0x02, label: 'Address of the gateway' },
  private: { status: 403, socks: 0x02, label: 'Private address' },
  'bad-target': { status: 400, socks: 0x01, label: 'Unreadable target' },
  'bad-request': { status: 400, socks: 0x01, label: 'Unreadable request' },
  'long-header': { status: 431, socks: 0x01, label: 'Headers longer than 64 KiB' },
  'unknown-method': { status: 501, socks: 0x01, label: 'Unknown method' },
  trace: { status: 405, socks: 0x01, label: 'TRACE is not allowed' },
  coding: { status: 501, socks: 0x01, label: 'Transfer coding other than chunked' },
  'no-match': { status: 502, socks: 0x02, label: 'No proxy of the rule matches the user name' },
  'blocked-by-line': { status: 403, socks: 0x02, label: 'Blocked by a line of the rule' },
  'no-line': { status: 403, socks: 0x02, label: 'No line of the rule takes this target' },
  'no-proxy': { status: 503, socks: 0x01, label: 'No proxy in rotation' },
} as const satisfies Record<string, { status: number; socks: number; label: string }>;
export type Refusal = keyof typeof refusals;

export interface RuleState {
  readonly ruleId: number;
  /** Null: it listens or is off. */
  readonly problem: RuleProblem | null;
  readonly inRotation: number;
  readonly proxyCount: number;
  /** Proxies with IPv6 only, which this machine cannot reach. */
  readonly ipv6Skipped: number;
  readonly open: number;
  readonly connections: number;
  readonly failed: number;
  readonly receivedBytes: number;
  readonly sentBytes: number;
  readonly blocked: number;
  /** In the order of the lines, since the start. */
  readonly lines: readonly LineCounts[];
  /** Open connections that lines would send elsewhere now. */
  readonly elsewhere: number;
  /** At most `recentRequests`, and those that failed. */
  readonly recent: RecentRequests;
  /** `outCount` has all. */
  readonly out: readonly OutOfRotation[];
  readonly outCount: number;
}

export interface LineCounts {
  readonly requests: number;
  readonly failed: number;
}

export interface RecentRequests {
  readonly requests: number;
  readonly failed: number;
}
export const recentRequests = 50;
/** A share of fewer requests shows nothing. */
const fewestRequests = 10;

/** The newest requests of all rules if most failed; else null. */
export function findFailing(state: Pick<GatewayState, 'rules'> | null): RecentRequests | null {
  const recent = (state?.rules ?? []).map((rule) => rule.recent);
  const requests = recent.reduce((sum, rule) => sum + rule.requests, 0);
  const failed = recent.reduce((sum, rule) => sum + rule.failed, 0);
  return requests >= fewestRequests && failed * 2 > requests ? { requests, failed } : null;
}

export type RuleProblem =
  | { readonly kind: 'port-taken'; readonly freePort: number | null }
  | { readonly kind: 'failed'; readonly message: string };

/** `untilMs` null: until the next sync. */
export interface OutOfRotation {
  readonly proxy_id: string;
  readonly address: string;
  readonly reason: ProbeReason;
  readonly failures: number;
  readonly untilMs: number | null;
}

export interface GatewayConnection {
  readonly id: number;
  readonly ruleId: number;
  /** Address and port. */
  readonly client: string;
  readonly protocol: 'HTTP' | 'SOCKS5';
  /** Host and port. */
  readonly target: string;
  /** Null: no lines. */
  readonly line: number | null;
  /** Null: direct. */
  readonly proxy: GatewayProxy | null;
  readonly startedAtMs: number;
  readonly receivedBytes: number;
  readonly sentBytes: number;
}

export interface GatewayProxy {
  readonly proxy_id: string;
  /** Host and port. */
  readonly address: string;
  readonly country_id: string | null;
  readonly city_name: string | null;
}

/** A request for which a proxy failed, or that the gateway refused. */
export interface GatewayFailure {
  readonly id: number;
  readonly atMs: number;
  readonly ruleId: number | null;
  readonly target: string;
  readonly reason: ProbeReason | Refusal;
  readonly status: number | null;
  readonly fault: Fault | 'client';
  readonly proxy: GatewayProxy | null;
  /** `sync`: until the next sync; null: it stays in rotation. */
  readonly outUntil: number | 'sync' | null;
  readonly outcome: FailureOutcome;
}

type FailureOutcome =
  /** By another proxy. */
  | { readonly kind: 'sent'; readonly address: string }
  /** The client got the reason. */
  | { readonly kind: 'refused' }
  /** After data had been sent. */
  | { readonly kind: 'closed' };

/** The time of a point of throughput. */
export const throughputSeconds = 5;
/** 15 minutes. */
export const throughputPoints = 180;

export interface GatewayState {
  readonly sinceMs: number;
  readonly rules: readonly RuleState[];
  /** Newest first; `openCount` has all. */
  readonly connections: readonly GatewayConnection[];
  readonly openCount: number;
  /** Newest first; `failureCount` has all. */
  readonly failures: readonly GatewayFailure[];
  readonly failureCount: number;
  /** Oldest first. */
  readonly throughput: readonly Throughput[];
}

export interface OpenGateway {
  readonly accountId: string;
  readonly openCount: number;
}

export interface GatewayReport {
  readonly rules: readonly GatewayRule[];
  readonly state: GatewayState | null;
  /** Why it is off although nobody turned it off; null: no problem. */
  readonly problem: string | null;
  /** The gateways of other accounts that are on: each is seen, and can be ended, in every account. */
  readonly others: readonly OpenGateway[];
  /** Another process that serves the rules; null: none does. */
  readonly elsewhere: GatewayHolder | null;
}

/** A process that serves the saved rules of an account. */
export interface GatewayHolder {
  /** What it calls itself, as the beginning of a sentence. */
  readonly program: string;
  /** Null: it is not one of this machine, so it cannot be ended from here. */
  readonly processId: number | null;
}

/** `"proxydeck serve" (process 4711)`, as the beginning of a sentence. */
export const describeHolder = ({ program, processId }: GatewayHolder): string =>
  processId === null ? program : `${program} (process ${String(processId)})`;
