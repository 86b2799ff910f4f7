import type { FieldTable, ShownFields } from './field.ts';
import type { Fault, PhaseDurations } from './test-result.ts';

/** `fails`: not carried, or broken off; `ended` by the client. */
export const requestOutcomes = ['works', 'fails', 'refused', 'ended'] as const;
type RequestOutcome = (typeof requestOutcomes)[number];

/** A plain HTTP request, CONNECT, or SOCKS5. */
export const requestKinds = ['http', 'connect', 'socks5'] as const;
export type RequestKind = (typeof requestKinds)[number];

/** Bytes that were received from proxies and sent to them. */
export interface Throughput {
  readonly receivedBytes: number;
  readonly sentBytes: number;
}

/** The most that the log takes on disk, with its totals. */
export const maxLogMegabytes = 200;

export interface RequestTry {
  readonly proxy_id: string;
  /** Host and port. */
  readonly address: string;
  /** A `ProbeReason`; null: it carried the request. */
  readonly reason: string | null;
  readonly status: number | null;
  readonly phases: PhaseDurations;
  /** Default: those that no other try has. */
  readonly bytes?: Throughput;
}

/** Logged at its end, without the path. */
export interface GatewayRequest {
  readonly startedAtMs: number;
  /** At that time. */
  readonly rule: string;
  /** Number of the deciding line, with `direct` or `block`; null: none. */
  readonly line: string | null;
  /** Without its port. */
  readonly client: string;
  readonly kind: RequestKind;
  readonly host: string;
  readonly port: number;
  readonly outcome: RequestOutcome;
  /** A `ProbeReason` or `Refusal`; null: works or ended. */
  readonly reason: string | null;
  readonly fault: Fault | 'client' | null;
  /** Of a plain request. */
  readonly status: number | null;
  /** With proxies, failed tries included. */
  readonly receivedBytes: number;
  readonly sentBytes: number;
  readonly durationMs: number;
  /** The last one decided. */
  readonly tries: readonly RequestTry[];
}

/** A record of this app. */
export const requestFields = {
  request_id: { kind: 'id', label: 'Request' },
  requested_at: { kind: 'datetime', label: 'Time' },
  rule: { kind: 'text', label: 'Rule' },
  line: { kind: 'text', label: 'Line' },
  client: { kind: 'text-id', label: 'Client' },
  kind: { kind: 'code', label: 'Kind' },
  target_host: { kind: 'text-id', label: 'Host' },
  target_port: { kind: 'number-id', label: 'Port' },
  outcome: { kind: 'code', label: 'Outcome' },
  reason: { kind: 'code', label: 'Reason' },
  fault: { kind: 'code', label: 'At fault' },
  status: { kind: 'integer', label: 'Status' },
  received_bytes: { kind: 'bytes', label: 'Received' },
  sent_bytes: { kind: 'bytes', label: 'Sent' },
  duration_ms: { kind: 'integer', label: 'Duration (ms)' },
  lookup_ms: { kind: 'integer', label: 'Lookup (ms)' },
  connect_ms: { kind: 'integer', label: 'Connect (ms)' },
  handshake_ms: { kind: 'integer', label: 'Proxy handshake (ms)' },
  try_count: { kind: 'integer', label: 'Tries' },
  proxy_id: { kind: 'text-id', label: 'Proxy ID' },
  proxy_address: { kind: 'text-id', label: 'Proxy' },
} as const satisfies FieldTable;

/** With cached data of the last proxy. */
export interface RequestRow extends ShownFields<typeof requestFields> {
  readonly country_id: string | null;
  readonly city_name: string | null;
  readonly asn_name: string | null;
  readonly tries: readonly RequestTry[] | null;
}
