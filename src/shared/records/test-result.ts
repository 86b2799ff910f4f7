import type { FieldTable, ShownFields } from './field.ts';

/**
 * Who tested: the service (several `proxy_test_run/create` requests of at most 20 proxies), this machine, or the
 * gateway, which observes the connections that it opens for others.
 */
export const testSources = ['service', 'here', 'gateway'] as const;
export type TestSource = (typeof testSources)[number];

/** Every part of a request through a proxy, in order. A phase that a probe does not have is null. */
export const probePhases = {
  lookup: { label: 'Lookup', waitsFor: 'the name of the proxy' },
  connect: { label: 'Connect', waitsFor: 'the proxy' },
  handshake: { label: 'Proxy handshake', waitsFor: 'the proxy' },
  tls: { label: 'TLS', waitsFor: 'the target' },
  firstByte: { label: 'First byte', waitsFor: 'the target' },
  body: { label: 'Body', waitsFor: 'the target' },
} as const;
export type ProbePhase = keyof typeof probePhases;

/** Milliseconds of each phase; null: the probe did not get there, or has no such phase. */
export type PhaseDurations = Readonly<Record<ProbePhase, number | null>>;

/** The side at fault when a request through a proxy failed. */
export type Fault = 'machine' | 'proxy' | 'target';

/** Specification, "Proxy test result". The unit of the response time is not shown. */
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

/** One result. The proxy ID is not sent; we find it. */
export interface TestResultRow extends ShownFields<typeof testResultFields> {
  readonly proxy_id: string | null;
  readonly source: TestSource;
  /** By this computer's clock. */
  readonly receivedAtMs: number | null;
  /** The proxy has had another address or port since: the result says nothing about it as it is now. */
  readonly isBeforeReplacement: boolean;
  /** What a request from here or of the gateway showed; null for a result of the service. */
  readonly observed: ObservedRequest | null;
}

/** One request through a proxy, as this machine saw it. */
export interface ObservedRequest {
  /** A `ProbeReason`; null: it succeeded. */
  readonly reason: string | null;
  readonly fault: Fault | null;
  /** The HTTP status that decided the outcome. */
  readonly status: number | null;
  readonly bytes: number;
  readonly phases: PhaseDurations;
  /** The address from which the address page saw the request; null: it is another request, or the page did not say. */
  readonly exitAddress: string | null;
  /** Names of headers by which the judge could tell the client, in lower case. */
  readonly revealingHeaders: readonly string[];
}

/**
 * Why a proxy of a run has no result to wait for: `done` it has its results, `refused` by the service, `unknown` if it was
 * sent and not answered, `gone` if it was replaced or removed before its turn; otherwise `planned`, or `sent` to the service.
 */
export const testedStates = ['planned', 'sent', 'done', 'refused', 'unknown', 'gone'] as const;

/** A proxy of a test run; a record of this app. It works if all of its results are successful. */
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

/** What lists of tests show of the tested proxy, from the cache; null: it is no longer there, or has none. */
interface OfProxy {
  readonly source: TestSource;
  /** When its run was started, ISO 8601 in UTC; null: the run no longer exists. */
  readonly run_started_at: string | null;
  readonly country_id: string | null;
  readonly city_name: string | null;
  readonly asn_name: string | null;
}

/** One row of the proxies of a run. */
export interface TestedRow extends ShownFields<typeof testedFields>, OfProxy {
  /** Whether it worked in the newest run of the other source that tested it: of this machine for a run by the service. */
  readonly elsewhere: boolean | null;
  /** Of its last result in the run: milliseconds in the order of `probePhases`, and the status; null for the service. */
  readonly last: readonly (number | null)[] | null;
  /** The time that its last connection took. */
  readonly connectTime: number | null;
}

/** One result, with the fields of the service that it has; a record of this app. */
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

/** One row of the results. */
export interface ResultRow extends ShownFields<typeof resultFields>, OfProxy {
  readonly receivedAtMs: number | null;
}

/** The side at fault in a row, as it is stored. */
export const faultOf = ({ fault }: { readonly fault: string | null }): Fault | null =>
  // Only faults are written.
  fault as Fault | null;
