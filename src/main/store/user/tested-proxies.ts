import type { TestedProxyRow } from '../../../shared/testing/test-run.ts';
import type { TestSource } from '../../../shared/records/test-result.ts';
import { storedId } from '../schema/codec.ts';
import { decodeValue, formatId, textOrNull } from '../schema/column-form.ts';
import { observedColumns, toObserved } from './observed-columns.ts';
import type { Connection, SqlRow, SqlValue } from '../sqlite/connection.ts';

/** One proxy that a run is going to test. */
export interface PlannedProxy {
  readonly proxy_id: string;
  readonly host: string;
  readonly port: number;
}

/** A planned proxy and its place in the run. */
export interface ProxyToTest extends PlannedProxy {
  readonly position: number;
  /** Of an earlier part of the run that ended before all results of the proxy had arrived. */
  readonly resultCount: number;
}

/**
 * Why a proxy is not planned any more: it has its results, the service refused it, whether it was tested is not known, or
 * it was replaced or removed before its turn came.
 */
export type DoneState = 'done' | 'refused' | 'unknown' | 'gone';

/** Which proxies of a run. */
interface TestedFilter {
  /** By all results of a proxy. */
  readonly only: 'all' | 'failed' | 'succeeded';
  /** Only those with a failed result of this code. */
  readonly error?: string | undefined;
  /** Only those whose last failed result has this side at fault. */
  readonly fault?: string | undefined;
}

const conditionsOf = {
  all: 'result_count > 0',
  failed: 'success_count < result_count',
  succeeded: 'result_count > 0 AND success_count = result_count',
};
/** A filter of the proxies of a run; its parameters are the run, the error twice, the fault twice. */
const testedWhere = (only: TestedFilter['only']): string =>
  `test_run_id = ? AND ${conditionsOf[only]}
   AND (? IS NULL OR instr(',' || errors || ',', ',' || ? || ',') > 0) AND (? IS NULL OR fault = ?)`;
const testedParams = (testRunId: number, { error, fault }: TestedFilter): SqlValue[] => [
  testRunId,
  ...[error, error, fault, fault].map((value) => value ?? null),
];

/** IDs of the proxies of a run, in the order of the test. */
export const selectTestedProxies = (only: TestedFilter['only']): string =>
  `SELECT proxy_id FROM tested_proxy WHERE ${testedWhere(only)} AND proxy_id IS NOT NULL ORDER BY position`;

const columns = 'position, result_count, success_count, slowest_time, errors, fault, is_replaced';
/** The hint keeps SQLite from reading all proxies of the run for each result. */
export const findTestedProxy = `SELECT ${columns} FROM tested_proxy INDEXED BY tested_proxy_by_proxy
  WHERE test_run_id = ? AND proxy_id = ? ORDER BY is_replaced LIMIT 1`;
/** The row of a proxy whose address the gateway used; it may have another one later in the day. */
export const findUsedProxy = `SELECT ${columns} FROM tested_proxy INDEXED BY tested_proxy_by_proxy
  WHERE test_run_id = ? AND proxy_id = ? AND (is_replaced = 0 OR proxy_host IS ? AND proxy_port IS ?)
  ORDER BY is_replaced = (proxy_host IS ? AND proxy_port IS ?) DESC LIMIT 1`;

/** The newest run of a source that tested a proxy; the hint keeps SQLite from looking through all runs of the source. */
export const findElsewhere = `SELECT b.test_run_id, b.success_count = b.result_count
  FROM tested_proxy b INDEXED BY tested_proxy_by_proxy CROSS JOIN test_run o ON o.id = b.test_run_id AND o.source = ?
  WHERE b.proxy_id = ? AND b.result_count > 0 ORDER BY b.test_run_id DESC LIMIT 1`;

/** What one result adds to its proxy. */
interface AddedResult {
  readonly proxyId: string | null;
  readonly source: TestSource;
  readonly host: SqlValue;
  readonly port: SqlValue;
  readonly isSuccess: boolean;
  readonly time: number | null;
  /** Why it failed, if it did. */
  readonly code: string | null;
  readonly fault: string | null;
}

/** The proxies of test runs, planned and tested, over one connection. */
export function createTestedProxies(writer: Connection) {
  const find = (testRunId: number, result: AddedResult): SqlRow | undefined => {
    const { proxyId, source, host, port } = result;
    if (proxyId === null) {
      return writer.get(
        `SELECT ${columns} FROM tested_proxy INDEXED BY tested_proxy_by_proxy
         WHERE test_run_id = ? AND proxy_id IS NULL AND proxy_host IS ? AND proxy_port IS ?`,
        testRunId,
        host,
        port,
      );
    }
    return source === 'gateway'
      ? writer.get(findUsedProxy, testRunId, proxyId, host, port, host, port)
      : writer.get(findTestedProxy, testRunId, proxyId);
  };
  /** The times and the last result of a proxy in a run; it has few. */
  const readDetails = (testRunId: number, proxyId: SqlValue) => {
    if (proxyId === null) return noDetails;
    const rows = writer.all(
      `SELECT t.proxy_test_result_is_successful, t.proxy_test_result_response_time, test_run.source,
         ${observedColumns.map((name) => `t.${name}`).join(', ')}
       FROM test_result t JOIN test_run ON test_run.id = t.test_run_id
       -- The plus keeps SQLite from reading all results of the run.
       WHERE t.proxy_id = ? AND +t.test_run_id = ? ORDER BY t.id`,
      proxyId,
      testRunId,
    );
    const times = rows.flatMap(([isSuccess, time = null]) =>
      isSuccess === 1 && time !== null ? [Number(time)] : [],
    );
    const [, , source, ...observed] = rows.at(-1) ?? [];
    const isOwn = source === 'here' || source === 'gateway';
    return { ...sumUpTimes(times), observed: isOwn ? toObserved(observed) : null };
  };
  const readElsewhere = (proxyId: SqlValue, source: TestSource): TestedProxyRow['elsewhere'] => {
    if (proxyId === null) return null;
    const [testRunId, hasPassed] = writer.get(findElsewhere, source, proxyId) ?? [];
    return testRunId === undefined
      ? null
      : { testRunId: Number(testRunId), hasPassed: hasPassed === 1 };
  };
  const otherSourceOf = (testRunId: number): TestSource => {
    const [source] = writer.get('SELECT source FROM test_run WHERE id = ?', testRunId) ?? [];
    return source === 'service' ? 'here' : 'service';
  };
  return {
    /** Stores what a run is going to test, in this order. The caller has begun a transaction. */
    plan(testRunId: number, proxies: readonly PlannedProxy[]): void {
      const insert = `INSERT INTO tested_proxy (test_run_id, position, proxy_id, proxy_host, proxy_port, state)
        VALUES (?, ?, ?, ?, ?, 'planned')`;
      proxies.forEach(({ proxy_id, host, port }, position) => {
        writer.run(insert, testRunId, position, storedId(proxy_id), host, port);
      });
    },
    /** The next proxies that are planned, from a position on. */
    planned: (testRunId: number, from: number, limit: number): ProxyToTest[] =>
      writer
        .all(
          `SELECT position, proxy_id, proxy_host, proxy_port, result_count FROM tested_proxy
           WHERE test_run_id = ? AND position >= ? AND state = 'planned' ORDER BY position LIMIT ?`,
          testRunId,
          from,
          limit,
        )
        .map(([position, id = null, host, port, resultCount]) => ({
          position: Number(position),
          proxy_id: formatId(id),
          host: String(host),
          port: Number(port),
          resultCount: Number(resultCount),
        })),
    plannedIds: (testRunId: number): string[] =>
      writer
        .all(
          `SELECT proxy_id FROM tested_proxy WHERE test_run_id = ? AND state = 'planned' ORDER BY position`,
          testRunId,
        )
        .map(([id = null]) => formatId(id)),
    /** Marks proxies of the plan as sent to the service, or as planned again. */
    mark(testRunId: number, positions: readonly number[], state: 'sent' | 'planned'): void {
      for (const position of positions) {
        writer.run(
          `UPDATE tested_proxy SET state = ? WHERE test_run_id = ? AND position = ?`,
          state,
          testRunId,
          position,
        );
      }
    },
    /** Marks what was sent and not answered as a request of unknown outcome. @returns how many proxies that is */
    giveUpSent: (testRunId: number): number =>
      writer
        .prepare(
          `UPDATE tested_proxy SET state = 'unknown' WHERE test_run_id = ? AND state = 'sent'`,
        )
        .run(testRunId),
    /** Takes proxies off the plan. @returns how many were on it */
    finish(testRunId: number, positions: readonly number[], state: DoneState): number {
      const update = writer.prepare(
        `UPDATE tested_proxy SET state = ?
         WHERE test_run_id = ? AND position = ? AND state IN ('planned', 'sent')`,
      );
      return positions.reduce(
        (count, position) => count + update.run(state, testRunId, position),
        0,
      );
    },
    /**
     * Adds a result to its proxy; one that was not planned is added to the run.
     *
     * @returns by how much the numbers of proxies with a result, and of those that passed, change; and whether the
     *   proxy has got another address or port since the request
     */
    add(
      testRunId: number,
      result: AddedResult,
    ): { readonly tested: number; readonly passed: number; readonly isReplaced: boolean } {
      const { proxyId, host, port, isSuccess, time, code, fault } = result;
      const found = find(testRunId, result) ?? [];
      const [position, results = 0, successes = 0, slowest = null, errors = null] = found;
      const [known = null, isReplaced] = found.slice(5);
      const times = isSuccess ? [slowest, time].filter((value) => value !== null).map(Number) : [];
      const values = [
        Number(results) + 1,
        Number(successes) + Number(isSuccess),
        times.length === 0 ? slowest : Math.max(...times),
        code === null ? errors : addCode(errors, code),
        fault ?? known,
      ];
      if (position === undefined) {
        writer.run(
          `INSERT INTO tested_proxy (test_run_id, position, proxy_id, proxy_host, proxy_port, state,
             result_count, success_count, slowest_time, errors, fault)
           VALUES (?, (SELECT coalesce(max(position) + 1, 0) FROM tested_proxy WHERE test_run_id = ?),
             ?, ?, ?, 'done', ?, ?, ?, ?, ?)`,
          testRunId,
          testRunId,
          proxyId,
          host,
          port,
          ...values,
        );
      } else {
        writer.run(
          `UPDATE tested_proxy SET result_count = ?, success_count = ?, slowest_time = ?, errors = ?, fault = ?
           WHERE test_run_id = ? AND position = ?`,
          ...values,
          testRunId,
          position,
        );
      }
      const isFirst = Number(results) === 0;
      const hasPassed = !isFirst && results === successes;
      return {
        tested: Number(isFirst),
        passed: Number(isSuccess && (isFirst || hasPassed)) - Number(hasPassed),
        isReplaced: isReplaced === 1,
      };
    },
    ids: (testRunId: number, filter: TestedFilter): string[] =>
      writer
        .all(selectTestedProxies(filter.only), ...testedParams(testRunId, filter))
        .flatMap(([id = null]) => {
          const text = decodeValue('text', id);
          return typeof text === 'string' ? [text] : [];
        }),
    /** The proxies of a run that have results, in the order of the test or the last of them first. */
    rows: (
      testRunId: number,
      {
        offset,
        limit,
        isNewestFirst = false,
        ...filter
      }: TestedFilter & {
        readonly offset: number;
        readonly limit: number;
        readonly isNewestFirst?: boolean | undefined;
      },
    ): TestedProxyRow[] => {
      const order = isNewestFirst ? 'DESC' : 'ASC';
      const other = otherSourceOf(testRunId);
      return writer
        .all(
          `SELECT t.proxy_id, t.proxy_host, t.proxy_port, t.result_count, t.success_count,
             t.slowest_time, t.errors, t.fault, r.country_id, r.city_name, r.asn_name
           FROM (SELECT * FROM tested_proxy WHERE ${testedWhere(filter.only)}
             ORDER BY position ${order} LIMIT ? OFFSET ?) t
           LEFT JOIN proxy r ON r.proxy_id = t.proxy_id ORDER BY t.position ${order}`,
          ...testedParams(testRunId, filter),
          Math.min(limit, 2 ** 31 - 1),
          offset,
        )
        .map((row) => {
          const id = row[0] ?? null;
          const elsewhere = readElsewhere(id, other);
          return { ...toRow(row), ...readDetails(testRunId, id), elsewhere };
        });
    },
  };
}

const noDetails = { medianTime: null, p95Time: null, jitter: null, observed: null };

/** What the times of a proxy come to, in the order of its results. */
function sumUpTimes(times: readonly number[]) {
  const sorted = times.toSorted((left, right) => left - right);
  const percentile = (share: number): number | null =>
    sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
  const steps = times.slice(1).map((time, index) => Math.abs(time - (times[index] ?? time)));
  return {
    medianTime: percentile(0.5),
    p95Time: percentile(0.95),
    jitter:
      steps.length === 0
        ? null
        : Math.round(steps.reduce((sum, step) => sum + step, 0) / steps.length),
  };
}

/** Codes in the order in which they were seen last. */
function addCode(errors: SqlValue, code: string): string {
  const others =
    typeof errors === 'string' ? errors.split(',').filter((other) => other !== code) : [];
  return [...others, code].join(',');
}

function toRow([
  id = null,
  host = null,
  port = null,
  results,
  successes,
  slowest = null,
  errors = null,
  fault = null,
  country = null,
  city = null,
  network = null,
]: SqlRow): Omit<TestedProxyRow, keyof typeof noDetails | 'elsewhere'> {
  const proxyId = decodeValue('text', id);
  return {
    proxy_id: textOrNull(proxyId),
    proxy_host: textOrNull(host),
    proxy_port: port === null ? null : Number(port),
    resultCount: Number(results),
    successCount: Number(successes),
    slowestTime: slowest === null ? null : Number(slowest),
    errorCodes: typeof errors === 'string' && errors !== '' ? errors : null,
    // Only faults are written.
    fault: fault as TestedProxyRow['fault'],
    country_id: toText(country),
    city_name: toText(city),
    asn_name: toText(network),
  };
}

const toText = (value: SqlValue): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
