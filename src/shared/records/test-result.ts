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
  /** The address from which the judge saw the request; null: no judge was asked, or it did not tell. */
  readonly exitAddress: string | null;
  /** Names of headers by which the judge could tell the client, in lower case. */
  readonly revealingHeaders: readonly string[];
}
