/** Tests from this machine: probes, faults, and when a proxy works. The service knows nothing of them. */
import { defaultsOf, parsed, type OptionRows, type OptionValues } from '../options/option-rows.ts';
import type { Fault, PhaseDurations } from '../records/test-result.ts';

/** Both ends included. */
type StatusRanges = readonly (readonly [from: number, to: number])[];

export const maxRanges = 50;

/**
 * Reads `200-299,301`.
 *
 * @returns undefined if invalid
 */
function parseStatuses(text: string): StatusRanges | undefined {
  const ranges = text
    .split(',')
    .map((part) => /^\s*([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?\s*$/.exec(part))
    .map((match) => match && ([Number(match[1]), Number(match[2] ?? match[1])] as const));
  return ranges.length <= maxRanges && ranges.every((range) => range && range[0] <= range[1])
    ? ranges.filter((range) => range !== null)
    : undefined;
}

/** Reverses `parseStatuses`. */
export const formatStatuses = (statuses: StatusRanges): string =>
  statuses.map(([from, to]) => (from === to ? String(from) : `${String(from)}-${String(to)}`)).join(',');

export const probeReasons = {
  offline: { fault: 'machine', label: 'This machine is offline' },
  'no-route': { fault: 'machine', label: 'No route to the proxy' },
  'no-sockets': { fault: 'machine', label: 'No free ports or files' },
  untestable: { fault: 'machine', label: 'The protocol cannot carry these credentials' },
  'unknown-name': { fault: 'proxy', label: 'Unknown host name' },
  refused: { fault: 'proxy', label: 'Connection refused' },
  'no-answer': { fault: 'proxy', label: 'No answer' },
  closed: { fault: 'proxy', label: 'Connection closed' },
  'not-a-proxy': { fault: 'proxy', label: 'Not a proxy answer' },
  'wrong-credentials': { fault: 'proxy', label: 'Wrong credentials' },
  'not-allowed': { fault: 'proxy', label: 'Address not allowed' },
  unsupported: { fault: 'proxy', label: 'Request not supported by the proxy' },
  unreachable: { fault: 'target', label: 'Proxy cannot reach the target' },
  'target-not-allowed': { fault: 'target', label: 'Target not allowed by the proxy' },
  certificate: { fault: 'target', label: 'Certificate is not valid' },
  tls: { fault: 'target', label: 'No TLS connection' },
  reset: { fault: 'target', label: 'Connection reset' },
  'target-silent': { fault: 'target', label: 'No answer from the target' },
  'not-http': { fault: 'target', label: 'Answer is not HTTP' },
  'too-large': { fault: 'target', label: 'Answer is too large' },
  blocked: { fault: 'target', label: 'Blocked by the target' },
  'too-many-requests': { fault: 'target', label: 'Too many requests' },
  'wrong-status': { fault: 'target', label: 'Unexpected status' },
  'wrong-body': { fault: 'target', label: 'Unexpected body' },
  'too-slow': { fault: 'proxy', label: 'Too slow' },
} as const satisfies Record<string, { fault: Fault; label: string }>;
export type ProbeReason = keyof typeof probeReasons;

/** Usual answers to unwanted clients. */
export const statusReasons: Readonly<Record<number, ProbeReason>> = {
  401: 'blocked',
  403: 'blocked',
  407: 'blocked',
  451: 'blocked',
  429: 'too-many-requests',
  503: 'blocked',
};

export const longestBodyBytes = 1024 * 1024;

export const successRows = {
  statuses: parsed(
    {
      name: 'status',
      label: 'Works if status is',
      meaning: 'The status codes with which a proxy works.',
      placeholder: '200-299,301',
    },
    {
      read: parseStatuses,
      write: formatStatuses,
      values: 'codes such as 200-299,301',
      valueName: 'CODES',
      default: [[200, 299]],
    },
  ),
  contains: {
    kind: 'text',
    name: 'expect',
    label: 'Page contains',
    meaning: 'The page must contain this text.',
    placeholder: 'Any text',
    most: 10_000,
  },
  lacks: {
    kind: 'text',
    name: 'without',
    label: 'Page does not contain',
    meaning: 'The page must not contain this text.',
    placeholder: 'Nothing',
    most: 10_000,
  },
  maxMs: {
    kind: 'number',
    name: 'max-time',
    label: 'Slowest allowed',
    meaning: 'The first byte must arrive within this time.',
    placeholder: 'No limit',
    canBeNull: true,
    unit: 'ms',
    least: 1,
    most: 600_000,
  },
} as const satisfies OptionRows;
export type SuccessRule = OptionValues<typeof successRows>;

export const defaultRule: SuccessRule = defaultsOf(successRows);

export interface ProbeResult {
  /** Null: it works. */
  readonly reason: ProbeReason | null;
  /** The deciding status of proxy or target. */
  readonly status: number | null;
  readonly phases: PhaseDurations;
  /** Milliseconds from the start. */
  readonly firstByteMs: number | null;
  /** Received and sent on the wire. */
  readonly bytes: number;
}

/** Describes a probe: "Blocked by the target (403)". */
export function describeProbe({ reason, status }: Pick<ProbeResult, 'reason' | 'status'>): string {
  if (reason === null) return 'Works';
  const { label } = probeReasons[reason];
  return status === null ? label : `${label} (${String(status)})`;
}
