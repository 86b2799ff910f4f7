import type { FieldTable, ShownFields } from './field.ts';

/** The service, this machine, or the gateway, which observes its connections. */
export const testSources = ['service', 'here', 'gateway'] as const;
export type TestSource = (typeof testSources)[number];

export const probePhases = {
  lookup: { label: 'Lookup', waitsFor: 'the name of the proxy' },
  connect: { label: 'Connect', waitsFor: 'the proxy' },
  handshake: { label: 'Proxy handshake', waitsFor: 'the proxy' },
  tls: { label: 'TLS', waitsFor: 'the target' },
  firstByte: { label: 'First byte', waitsFor: 'the target' },
  body: { label: 'Body', waitsFor: 'the target' },
} as const;
export type ProbePhase = keyof typeof probePhases;

/** Milliseconds; null: not reached, or no such phase. */
export type PhaseDurations = Readonly<Record<ProbePhase, number | null>>;

export type Fault = 'machine' | 'proxy' | 'target';

/** Specification, "Proxy test result"; the unit of the response time is unknown. */
export const testResultFields = {
  proxy_test_result_url: { kind: 'text', label: 'URL' },
  proxy_test_result_is_successful: { kind: 'boolean', label: 'Outcome' },
  proxy_test_result_error_code: { kind: 'text', label: 'Error' },
  proxy_test_result_error_source: { kind: 'text', label: 'Error source' },
  proxy_test_result_protocol: { kind: 'code', label: 'Protocol' },
  proxy_test_result_response_time: { kind: 'integer', label: 'Response time' },
  proxy_test_server_city_name: { kind: 'text', label: 'Tested from' },
  proxy_test_server_country_id: { kind: 'country', label: 'Country' },
  proxy_host: { kind: 'text-id', label: 'Proxy' },
  proxy_port: { kind: 'number-id', label: 'Port' },
  proxy_test_result_creation_datetime: { kind: 'datetime', label: 'Tested' },
} as const satisfies FieldTable;

/** The proxy ID is ours. */
export interface TestResultRow extends ShownFields<typeof testResultFields> {
  readonly proxy_id: string | null;
  readonly source: TestSource;
  /** By this computer's clock. */
  readonly receivedAtMs: number | null;
  /** The proxy has had another endpoint since. */
  readonly isBeforeReplacement: boolean;
  /** Null: of the service. */
  readonly observed: ObservedRequest | null;
}

export interface ObservedRequest {
  /** A `ProbeReason`; null: success. */
  readonly reason: string | null;
  readonly fault: Fault | null;
  /** The deciding HTTP status. */
  readonly status: number | null;
  readonly bytes: number;
  readonly phases: PhaseDurations;
  /** As the address page saw it; null: another request, or unknown. */
  readonly exitAddress: string | null;
  /** Lower-case names, seen by the judge. */
  readonly revealingHeaders: readonly string[];
}

/** `done` has its results; `unknown` was sent, but not answered; `gone` was replaced or removed before its turn. */
export const testedStates = ['planned', 'sent', 'done', 'refused', 'unknown', 'gone'] as const;

/** A record of this app. Works if all results are successful. */
export const testedFields = {
  tested_id: { kind: 'id', label: 'Tested proxy' },
  test_run_id: { kind: 'number-id', label: 'Run' },
  proxy_id: { kind: 'text-id', label: 'Proxy ID' },
  proxy_host: { kind: 'text-id', label: 'Proxy' },
  proxy_port: { kind: 'number-id', label: 'Port' },
  state: { kind: 'code', label: 'State' },
  works: { kind: 'boolean', label: 'Works' },
  result_count: { kind: 'integer', label: 'Requests' },
  success_count: { kind: 'integer', label: 'Successful' },
  slowest_time: { kind: 'integer', label: 'Slowest' },
  errors: { kind: 'code', label: 'Reason' },
  fault: { kind: 'code', label: 'At fault' },
  is_replaced: { kind: 'boolean', label: 'Replaced since' },
} as const satisfies FieldTable;

/** From the cache; null: not there. */
interface OfProxy {
  readonly source: TestSource;
  /** ISO 8601 in UTC; null: no longer exists. */
  readonly run_started_at: string | null;
  readonly country_id: string | null;
  readonly city_name: string | null;
  readonly asn_name: string | null;
}

export interface TestedRow extends ShownFields<typeof testedFields>, OfProxy {
  /** In the newest run of the other source; null: not tested. */
  readonly elsewhere: boolean | null;
  /** Last milliseconds in the order of `probePhases`, then the status; null for the service. */
  readonly last: readonly (number | null)[] | null;
  readonly connectTime: number | null;
}

/** A record of this app. */
export const resultFields = {
  test_result_id: { kind: 'id', label: 'Result' },
  test_run_id: { kind: 'number-id', label: 'Run' },
  proxy_id: { kind: 'text-id', label: 'Proxy ID' },
  ...testResultFields,
  reason: { kind: 'code', label: 'Reason' },
  fault: { kind: 'code', label: 'At fault' },
  status: { kind: 'integer', label: 'Status' },
  bytes: { kind: 'bytes', label: 'Data' },
  lookup_ms: { kind: 'integer', label: 'Lookup' },
  connect_ms: { kind: 'integer', label: 'Connect' },
  handshake_ms: { kind: 'integer', label: 'Proxy handshake' },
  tls_ms: { kind: 'integer', label: 'TLS' },
  first_byte_ms: { kind: 'integer', label: 'First byte' },
  body_ms: { kind: 'integer', label: 'Body' },
  exit_address: { kind: 'text-id', label: 'Exit address' },
  revealing_headers: { kind: 'text', label: 'Revealing headers' },
} as const satisfies FieldTable;

export interface ResultRow extends ShownFields<typeof resultFields>, OfProxy {
  readonly receivedAtMs: number | null;
}

export const faultOf = ({ fault }: { readonly fault: string | null }): Fault | null =>
  // Only faults are written.
  fault as Fault | null;
