import {
  probePhases,
  type PhaseDurations,
  type TestResultRow,
} from '../../shared/records/test-result.ts';
import { jsonLines } from '../../shared/json.ts';
import type { Store } from '../store/index.ts';

/** The formats of the results of a run. */
export type ResultFormat = 'csv' | 'json';

type Value = string | number | boolean | null | undefined;

/** A column of the CSV file: its heading and its value. */
const columns: readonly (readonly [heading: string, value: (row: TestResultRow) => Value])[] = [
  ['proxy_id', (row) => row.proxy_id],
  ['proxy_host', (row) => row.proxy_host],
  ['proxy_port', (row) => row.proxy_port],
  ['url', (row) => row.proxy_test_result_url],
  ['source', (row) => row.source],
  ['works', (row) => row.proxy_test_result_is_successful],
  ['response_time', (row) => row.proxy_test_result_response_time],
  ['reason', (row) => row.observed?.reason ?? row.proxy_test_result_error_code],
  ['at_fault', (row) => row.observed?.fault],
  ['status', (row) => row.observed?.status],
  ['bytes', (row) => row.observed?.bytes],
  // The keys of the table are the phases.
  ...(Object.keys(probePhases) as (keyof PhaseDurations)[]).map(
    (phase) => [`${phase}_ms`, (row: TestResultRow) => row.observed?.phases[phase]] as const,
  ),
  ['exit_address', (row) => row.observed?.exitAddress],
  ['revealing_headers', (row) => row.observed?.revealingHeaders.join(' ')],
  ['tested_from', (row) => row.proxy_test_server_city_name],
  [
    'received_at',
    (row) => (row.receivedAtMs === null ? null : new Date(row.receivedAtMs).toISOString()),
  ],
];

/**
 * The results of a run, line by line: CSV (RFC 4180, every text in quotes, and none that a spreadsheet calculates), or
 * a JSON list of every field that was received or observed.
 */
export function* resultLines(
  store: Store,
  testRunId: number,
  format: ResultFormat,
): Generator<string, undefined> {
  if (format === 'json') {
    yield '[';
    yield* jsonLines(store.testRuns.resultRecords(testRunId));
    yield ']';
    return undefined;
  }
  yield columns.map(([heading]) => heading).join(',');
  for (const row of store.testRuns.resultRows(testRunId)) {
    yield columns.map(([, value]) => encode(value(row))).join(',');
  }
  return undefined;
}

/** The texts come from the service, from proxies and from targets: none may begin a formula. */
function encode(value: Value): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${text.replaceAll('"', '""').replaceAll(/[\r\n]+/g, ' ')}"`;
}
