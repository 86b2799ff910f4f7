import { ownValue } from '../../../shared/own-value.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { formatUtc } from '../../../shared/filter/query.ts';
import {
  testResultFields,
  testSources,
  type ObservedRequest,
  type TestResultRow,
  type TestSource,
  probePhases,
  type PhaseDurations,
} from '../../../shared/records/test-result.ts';
import { storedId } from '../schema/codec.ts';
import { decodeValue, encodeValue, numberOrNull, textOrNull } from '../schema/column-form.ts';
import type { SqlValue, Connection, SqlRow } from '../sqlite/connection.ts';
import { makeLayout } from '../schema/layout.ts';
import { looksSecret } from '../../../shared/records/secret-field.ts';
import { createTestedProxies } from './tested-proxies.ts';
import type { StoreContext } from '../types.ts';
import { probeReasons, type ProbeResult } from '../../../shared/test-runs/local-test.ts';

export interface TestedResult {
  readonly proxyId: string | null;
  readonly fields: JsonObject;
  /** From this machine or the gateway. */
  readonly observed?: ObservedRequest | undefined;
  /** Without an outcome: counts neither for its run nor for its proxy. */
  readonly isAddressPage?: boolean | undefined;
}

export interface AddedResults {
  readonly resultCount: number;
  readonly successCount: number;
  readonly tested: number;
  readonly passed: number;
  readonly bytes: number;
}

// In order.
const phaseNames = Object.keys(probePhases) as (keyof PhaseDurations)[];
export const phaseColumns = phaseNames.map((name) => `${name === 'firstByte' ? 'first_byte' : name}_ms`);

/** In the order of `readObserved` and `toObserved`. */
const observedColumns = ['reason', 'fault', 'status', 'bytes', ...phaseColumns, 'exit_address', 'revealing_headers'];

const { columns } = makeLayout('test_result', testResultFields);
const names = columns.map(({ field }) => field);

/** Results of an address that the proxy no longer has. */
const isBeforeReplacement = `t.proxy_id IS NOT NULL AND t.key < coalesce(
  (SELECT s.first_result_id FROM proxy_test s WHERE s.proxy_id = t.proxy_id), t.key + 1)`;
const selected = [
  't.proxy_id',
  'test_run.source',
  't.received_at_ms',
  isBeforeReplacement,
  ...[...names, ...observedColumns].map((name) => `t.${name}`),
].join(', ');
const from = 'FROM test_result t JOIN test_run ON test_run.id = t.test_run_id';

/** Not of address pages, nor failures of this machine. */
export const isAboutProxy = `t.fault IS NOT 'machine' AND (t.proxy_test_result_is_successful IS NOT NULL OR t.bytes IS NULL)`;

/** Results of test runs over one connection. */
export function createTestResults(writer: Connection, readNowMs: StoreContext['nowMs']) {
  const proxies = createTestedProxies(writer);
  const inserted = ['test_run_id', 'proxy_id', 'extra', 'received_at_ms', ...names, ...observedColumns];
  const insert = `INSERT INTO test_result (${inserted.join(', ')})
    VALUES (${inserted.map(() => '?').join(', ')}) RETURNING key`;
  // A result without a time must not hide the last time.
  const addUp = `INSERT INTO proxy_test
      (proxy_id, test_count, success_count, last_datetime, last_received_at_ms, last_failed_at,
       last_is_successful, last_response_time, last_source, last_code, last_fault,
       first_result_id)
    VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (proxy_id) DO UPDATE SET
      test_count = test_count + 1,
      success_count = success_count + excluded.success_count,
      last_datetime = coalesce(max(last_datetime, excluded.last_datetime), last_datetime, excluded.last_datetime),
      last_received_at_ms = excluded.last_received_at_ms,
      last_failed_at = coalesce(excluded.last_failed_at, last_failed_at),
      last_is_successful = excluded.last_is_successful,
      last_response_time = excluded.last_response_time,
      last_source = excluded.last_source,
      last_code = excluded.last_code,
      last_fault = excluded.last_fault`;

  return {
    /** Inserts results and updates sums; within a transaction. */
    add(testRunId: number, source: TestSource, results: readonly TestedResult[]): AddedResults {
      const nowMs = readNowMs();
      const sum = { resultCount: 0, successCount: 0, tested: 0, passed: 0, bytes: 0 };
      for (const { proxyId, fields, observed, isAddressPage = false } of results) {
        const id = proxyId === null ? null : storedId(proxyId);
        const values: SqlValue[] = columns.map(({ field, form }) => {
          const value = ownValue(fields, field);
          return value === undefined ? null : (encodeValue(form, value) ?? null);
        });
        const valueOf = (name: keyof typeof testResultFields): SqlValue => values[names.indexOf(name)] ?? null;
        const observedValues = readObserved(observed);
        const [key = null] =
          writer.get(insert, testRunId, id, readExtra(fields), nowMs, ...values, ...observedValues) ?? [];
        sum.bytes += observed?.bytes ?? 0;
        if (isAddressPage) continue;
        const outcome = fields['proxy_test_result_is_successful'];
        const isSuccess = outcome === true;
        const time = valueOf('proxy_test_result_response_time');
        const sent = valueOf('proxy_test_result_error_code');
        const code = observed?.reason ?? (typeof sent === 'string' && sent !== '' ? sent : null);
        const fault = observed?.fault ?? null;
        sum.resultCount += 1;
        sum.successCount += Number(isSuccess);
        // Results of other proxies add none to the run.
        if (id === null) continue;
        const changes = proxies.add(testRunId, {
          proxyId: id,
          source,
          host: valueOf('proxy_host'),
          port: valueOf('proxy_port'),
          isSuccess,
          time: time === null ? null : Number(time),
          code: isSuccess ? null : code,
          fault: isSuccess ? null : fault,
        });
        sum.tested += changes.tested;
        sum.passed += changes.passed;
        if (changes.isReplaced || fault === 'machine') continue;
        writer.run(
          addUp,
          id,
          Number(isSuccess),
          valueOf('proxy_test_result_creation_datetime'),
          nowMs,
          outcome === false ? formatUtc(nowMs) : null,
          typeof outcome === 'boolean' ? Number(outcome) : null,
          // The time of a failure is not a latency.
          isSuccess ? time : null,
          source,
          code,
          fault,
          key,
        );
      }
      return sum;
    },
    /** In runs other than the removed one. */
    findLast(proxyId: SqlValue, removedRunId: number): void {
      const others = `${from} WHERE t.proxy_id = s.proxy_id AND t.key >= s.first_result_id AND t.test_run_id <> ?
        AND ${isAboutProxy}`;
      const newest = 'ORDER BY t.received_at_ms DESC, t.key DESC LIMIT 1';
      writer.run(
        `UPDATE proxy_test AS s SET
           (last_received_at_ms, last_is_successful, last_response_time, last_source, last_code, last_fault) = (
             SELECT t.received_at_ms, t.proxy_test_result_is_successful,
               iif(t.proxy_test_result_is_successful, t.proxy_test_result_response_time, NULL),
               test_run.source, coalesce(t.reason, nullif(t.proxy_test_result_error_code, '')), t.fault
             ${others} ${newest}),
           last_datetime = (SELECT t.proxy_test_result_creation_datetime ${others}
             AND t.proxy_test_result_creation_datetime IS NOT NULL ${newest}),
           last_failed_at = (SELECT strftime('%Y-%m-%d %H:%M:%S', t.received_at_ms / 1000, 'unixepoch') ${others}
             AND t.proxy_test_result_is_successful = 0 ${newest})
         WHERE s.proxy_id = ?`,
        removedRunId,
        removedRunId,
        removedRunId,
        proxyId,
      );
    },
    /** The latest of each source, newest first. */
    ofProxy: (proxyId: string, limitOfSource: number) =>
      testSources.flatMap((source) =>
        writer
          .all(
            `SELECT ${selected} ${from} WHERE t.proxy_id = ? AND test_run.source = ?
             ORDER BY t.received_at_ms DESC, t.key DESC LIMIT ?`,
            storedId(proxyId),
            source,
            limitOfSource,
          )
          .map(toRow),
      ),
  };
}

/** JSON of the fields without a column; secrets are dropped. */
function readExtra(fields: JsonObject): string | null {
  const others = Object.entries(fields).filter(([name, value]) => {
    if (name === 'proxy_id' || looksSecret(name, value)) return false;
    const column = columns.find(({ field }) => field === name);
    return !column || (value !== null && encodeValue(column.form, value) === undefined);
  });
  return others.length === 0 ? null : stringifyJson(Object.fromEntries(others));
}

function toRow([id = null, source, receivedAtMs, isReplaced, ...values]: SqlRow): TestResultRow {
  const fields: { [name: string]: JsonValue } = { proxy_id: decodeValue('text', id) };
  columns.forEach(({ field, form }, index) => {
    fields[field] = decodeValue(form, values[index] ?? null);
  });
  // The columns are the fields of the row type, with their forms.
  const known = fields as unknown as Omit<
    TestResultRow,
    'source' | 'receivedAtMs' | 'isBeforeReplacement' | 'observed'
  >;
  return {
    ...known,
    // Only sources are written.
    source: source as TestSource,
    receivedAtMs: numberOrNull(receivedAtMs),
    isBeforeReplacement: isReplaced === 1,
    observed: source === 'service' ? null : toObserved(values.slice(columns.length)),
  };
}

/** Nulls for a result of the service. */
function readObserved(observed: ObservedRequest | undefined): SqlValue[] {
  if (!observed) return observedColumns.map(() => null);
  const { reason, fault, status, bytes, phases, exitAddress, revealingHeaders } = observed;
  return [
    reason,
    fault,
    status,
    bytes,
    ...phaseNames.map((name) => roundMs(phases[name])),
    exitAddress,
    revealingHeaders.length === 0 ? null : revealingHeaders.join(','),
  ];
}

const roundMs = (ms: number | null): number | null => (ms === null ? null : Math.round(ms));

function toObserved([reason, fault, status, bytes, ...others]: SqlRow): ObservedRequest {
  const [exitAddress, headers] = others.slice(phaseNames.length);
  return {
    reason: textOrNull(reason),
    // Only faults are written.
    fault: textOrNull(fault) as ObservedRequest['fault'],
    status: numberOrNull(status),
    bytes: Number(bytes),
    phases: toPhases(others),
    exitAddress: textOrNull(exitAddress),
    revealingHeaders: textOrNull(headers)?.split(',') ?? [],
  };
}

export const toPhases = (values: readonly (SqlValue | undefined)[]): PhaseDurations =>
  Object.fromEntries(
    phaseNames.map((name, index) => [name, numberOrNull(values[index])]),
    // One column for each phase.
  ) as unknown as PhaseDurations;

/** A request through a proxy, from this machine or the gateway. */
export interface Observation {
  readonly proxyId: string;
  readonly host: string;
  readonly port: number;
  readonly protocol: 'http' | 'socks5';
  /** Null: not stored. The gateway stores the origin only, `https://example.com`. */
  readonly url: string | null;
  readonly result: ProbeResult;
  /** The target shows the address. */
  readonly isAddressPage?: boolean;
  /** Seen by that page. */
  readonly exitAddress?: string | null;
  readonly revealingHeaders?: readonly string[];
}

/** Uses the service's fields that mean the same. */
export function toTestedResult({
  proxyId,
  host,
  port,
  protocol,
  url,
  result: { reason, status, phases, firstByteMs, bytes },
  isAddressPage = false,
  exitAddress = null,
  revealingHeaders = [],
}: Observation): TestedResult {
  return {
    proxyId,
    fields: {
      proxy_host: host,
      proxy_port: port,
      proxy_test_result_url: url,
      proxy_test_result_protocol: protocol,
      proxy_test_result_is_successful: isAddressPage ? null : reason === null,
      proxy_test_result_response_time: firstByteMs === null ? null : Math.round(firstByteMs),
    },
    observed: {
      reason,
      fault: reason === null ? null : probeReasons[reason].fault,
      status,
      bytes,
      phases,
      exitAddress,
      revealingHeaders,
    },
    isAddressPage,
  };
}
