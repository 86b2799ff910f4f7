import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '../../../shared/json.ts';
import { formatUtc } from '../../../shared/filter/query-age.ts';
import { testResultFields, type TestResultRow } from '../../../shared/test-run.ts';
import { storedId } from '../records/codec.ts';
import { decodeValue, encodeValue, type SqlValue } from '../records/column-form.ts';
import type { Connection, SqlRow } from '../connection.ts';
import { makeLayout } from '../records/layout.ts';
import { looksSecret } from '../../../shared/records/secret-field.ts';

/** A result with the proxy that it is about, if that is known. */
export interface TestedResult {
  readonly proxyId: string | null;
  readonly fields: JsonObject;
}

const { columns } = makeLayout('test_result', testResultFields);
const names = columns.map(({ field }) => field).join(', ');

/** Proxies of a run with a result that is not a success, in the order of the test. */
export const selectFailedProxies = `SELECT proxy_id FROM test_result
  WHERE test_run_id = ? AND proxy_test_result_is_successful IS NOT 1 AND proxy_id IS NOT NULL
  GROUP BY proxy_id ORDER BY min(id)`;

const resultConditions = {
  all: 'TRUE',
  failed: 'proxy_test_result_is_successful IS NOT 1',
  succeeded: 'proxy_test_result_is_successful = 1',
};

/** Results of test runs over one connection. */
export function createTestResults(writer: Connection) {
  const insert = `INSERT INTO test_result (test_run_id, proxy_id, extra, received_at_ms, ${names})
    VALUES (?, ?, ?, ?, ${columns.map(() => '?').join(', ')})`;
  // A result without a time must not hide the last time.
  const addUp = `INSERT INTO proxy_test
      (proxy_id, test_count, success_count, last_datetime, last_received_at_ms, last_failed_at,
       last_is_successful, last_response_time)
    VALUES (?, 1, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (proxy_id) DO UPDATE SET
      test_count = test_count + 1,
      success_count = success_count + excluded.success_count,
      last_datetime = coalesce(max(last_datetime, excluded.last_datetime), last_datetime, excluded.last_datetime),
      last_received_at_ms = excluded.last_received_at_ms,
      last_failed_at = coalesce(excluded.last_failed_at, last_failed_at),
      last_is_successful = excluded.last_is_successful,
      last_response_time = excluded.last_response_time`;

  return {
    /** IDs of the proxies with an unsuccessful result of the run, in the order of the tests. */
    failedProxies: (testRunId: number) =>
      writer.all(selectFailedProxies, testRunId).flatMap(([id]) => {
        const text = decodeValue('text', id ?? null);
        return typeof text === 'string' ? [text] : [];
      }),
    /** Inserts results and adds them to the sums of their proxies. The caller has begun a transaction. Returns how many succeeded. */
    add(testRunId: number, results: readonly TestedResult[]): number {
      const nowMs = Date.now();
      let successCount = 0;
      for (const { proxyId, fields } of results) {
        const id = proxyId === null ? null : storedId(proxyId);
        const values: SqlValue[] = columns.map(({ field, form }) => {
          const value = fields[field];
          return value === undefined ? null : (encodeValue(form, value) ?? null);
        });
        writer.run(insert, testRunId, id, readExtra(fields), nowMs, ...values);
        const outcome = fields['proxy_test_result_is_successful'];
        const isSuccess = outcome === true;
        if (isSuccess) successCount += 1;
        if (id === null) continue;
        const time = fields['proxy_test_result_response_time'];
        const made = fields['proxy_test_result_creation_datetime'];
        writer.run(
          addUp,
          id,
          Number(isSuccess),
          typeof made === 'string' ? (encodeValue('text', made) ?? null) : null,
          nowMs,
          outcome === false ? formatUtc(nowMs) : null,
          typeof outcome === 'boolean' ? Number(outcome) : null,
          Number.isSafeInteger(time) ? Number(time) : null,
        );
      }
      return successCount;
    },
    ofRun: (
      testRunId: number,
      page: {
        readonly only: 'all' | 'failed' | 'succeeded';
        readonly offset: number;
        readonly limit: number;
      },
    ) =>
      writer
        .all(
          `SELECT proxy_id, ${names} FROM test_result
           WHERE test_run_id = ? AND ${resultConditions[page.only]} ORDER BY id LIMIT ? OFFSET ?`,
          testRunId,
          Math.min(page.limit, 2 ** 31 - 1),
          page.offset,
        )
        .map(toRow),
    /** All results of a run with every received field except secrets; `proxy_id` is the tested proxy. */
    recordsOfRun: (testRunId: number): JsonObject[] =>
      writer
        .all(
          `SELECT proxy_id, ${names}, extra FROM test_result WHERE test_run_id = ? ORDER BY id`,
          testRunId,
        )
        .map((row) => ({ ...toRow(row), ...parseExtra(row.at(-1)) })),
    ofProxy: (proxyId: string, limit: number) =>
      writer
        .all(
          `SELECT proxy_id, ${names} FROM test_result WHERE proxy_id = ? ORDER BY id DESC LIMIT ?`,
          storedId(proxyId),
          limit,
        )
        .map(toRow),
  };
}

/** JSON of the fields without a column. Secrets are dropped: nothing reads them again. */
function readExtra(fields: JsonObject): string | null {
  const others = Object.entries(fields).filter(([name, value]) => {
    if (name === 'proxy_id' || looksSecret(name, value)) return false;
    const column = columns.find(({ field }) => field === name);
    return !column || (value !== null && encodeValue(column.form, value) === undefined);
  });
  return others.length === 0 ? null : stringifyJson(Object.fromEntries(others));
}

function parseExtra(extra: SqlValue | undefined): JsonObject {
  const fields = typeof extra === 'string' ? parseJson(extra) : null;
  return isJsonObject(fields) ? fields : {};
}

function toRow(row: SqlRow): TestResultRow {
  const fields: { [name: string]: JsonValue } = {
    proxy_id: decodeValue('text', row[0] ?? null),
  };
  columns.forEach(({ field, form }, index) => {
    fields[field] = decodeValue(form, row[index + 1] ?? null);
  });
  // The columns are the fields of the row type, with their forms.
  return fields as unknown as TestResultRow;
}
