import type { FieldTable, ShownFields } from './field.ts';
import { testResultFields, type Fault, type TestSource } from './test-result.ts';

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
