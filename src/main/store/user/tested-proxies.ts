import type { TestSource } from '../../../shared/records/test-result.ts';
import { storedId } from '../schema/codec.ts';
import { formatId } from '../schema/column-form.ts';
import type { Connection, SqlRow, SqlValue } from '../sqlite/connection.ts';

export interface PlannedProxy {
  readonly proxy_id: string;
  readonly host: string;
  readonly port: number;
}

export interface ProxyToTest extends PlannedProxy {
  readonly position: number;
  /** From a part of the run that ended early. */
  readonly resultCount: number;
}

/** `unknown`: no answer; `gone`: replaced or removed before its turn. */
export type DoneState = 'done' | 'refused' | 'unknown' | 'gone';

/** A run's proxies; takes the run ID twice. */
export const ofRun = '(key >= ? << 32 AND key < (? + 1) << 32)';
const columns = 'key, result_count, success_count, slowest_time, errors, fault, is_replaced';
/** The hint avoids reading all proxies of the run for each result. */
export const findTestedProxy = `SELECT ${columns} FROM tested_proxy INDEXED BY tested_proxy_by_proxy
  WHERE test_run_id = ? AND proxy_id = ? ORDER BY is_replaced LIMIT 1`;
/** The address that the gateway used may change within a day. */
const findUsedProxy = `SELECT ${columns} FROM tested_proxy INDEXED BY tested_proxy_by_proxy
  WHERE test_run_id = ? AND proxy_id = ? AND (is_replaced = 0 OR proxy_host IS ? AND proxy_port IS ?)
  ORDER BY is_replaced = (proxy_host IS ? AND proxy_port IS ?) DESC LIMIT 1`;

interface AddedResult {
  readonly proxyId: string;
  readonly source: TestSource;
  readonly host: SqlValue;
  readonly port: SqlValue;
  readonly isSuccess: boolean;
  readonly time: number | null;
  readonly code: string | null;
  readonly fault: string | null;
}

export function createTestedProxies(writer: Connection) {
  const find = (testRunId: number, result: AddedResult): SqlRow | undefined => {
    const { proxyId, source, host, port } = result;
    return source === 'gateway'
      ? writer.get(findUsedProxy, testRunId, proxyId, host, port, host, port)
      : writer.get(findTestedProxy, testRunId, proxyId);
  };
  return {
    /** Within a transaction. */
    plan(testRunId: number, proxies: readonly PlannedProxy[]): void {
      const insert = `INSERT INTO tested_proxy (key, test_run_id, proxy_id, proxy_host, proxy_port, state)
        VALUES ((? << 32) + ?, ?, ?, ?, ?, 'planned')`;
      proxies.forEach(({ proxy_id, host, port }, position) => {
        writer.run(insert, testRunId, position, testRunId, storedId(proxy_id), host, port);
      });
    },
    planned: (testRunId: number, from: number, limit: number): ProxyToTest[] =>
      writer
        .all(
          `SELECT key & 4294967295, proxy_id, proxy_host, proxy_port, result_count FROM tested_proxy
           WHERE key >= (? << 32) + ? AND key < (? + 1) << 32 AND state = 'planned' ORDER BY key LIMIT ?`,
          testRunId,
          from,
          testRunId,
          limit,
        )
        .map(([position, id = null, host, port, resultCount]) => ({
          position: Number(position),
          proxy_id: formatId(id),
          host: String(host),
          port: Number(port),
          resultCount: Number(resultCount),
        })),
    mark(testRunId: number, positions: readonly number[], state: 'sent' | 'planned'): void {
      for (const position of positions) {
        writer.run(`UPDATE tested_proxy SET state = ? WHERE key = (? << 32) + ?`, state, testRunId, position);
      }
    },
    /**
     * Gives sent proxies without an answer the state `unknown`.
     *
     * @returns how many
     */
    giveUpSent: (testRunId: number): number =>
      writer
        .prepare(`UPDATE tested_proxy SET state = 'unknown' WHERE ${ofRun} AND state = 'sent'`)
        .run(testRunId, testRunId),
    /** @returns how many were planned */
    finish(testRunId: number, positions: readonly number[], state: DoneState): number {
      const update = writer.prepare(
        `UPDATE tested_proxy SET state = ?
         WHERE key = (? << 32) + ? AND state IN ('planned', 'sent')`,
      );
      return positions.reduce((count, position) => count + update.run(state, testRunId, position), 0);
    },
    /**
     * Adds a result to its proxy, planned or not.
     *
     * @returns changes of the counts, and whether the proxy was replaced since the request
     */
    add(
      testRunId: number,
      result: AddedResult,
    ): { readonly tested: number; readonly passed: number; readonly isReplaced: boolean } {
      const { proxyId, host, port, isSuccess, time, code, fault } = result;
      const found = find(testRunId, result) ?? [];
      const [key, results = 0, successes = 0, slowest = null, errors = null] = found;
      const [known = null, isReplaced] = found.slice(5);
      // All requests must succeed.
      const works = isSuccess && Number(successes) === Number(results);
      const times = works ? [slowest, time].filter((value) => value !== null).map(Number) : [];
      const values = [
        Number(results) + 1,
        Number(successes) + Number(isSuccess),
        times.length === 0 ? null : Math.max(...times),
        code === null ? errors : addCode(errors, code),
        fault ?? known,
      ];
      if (key === undefined) {
        writer.run(
          `INSERT INTO tested_proxy (key, test_run_id, proxy_id, proxy_host, proxy_port, state,
             result_count, success_count, slowest_time, errors, fault)
           VALUES ((SELECT coalesce(max(key) + 1, ? << 32) FROM tested_proxy WHERE ${ofRun}),
             ?, ?, ?, ?, 'done', ?, ?, ?, ?, ?)`,
          testRunId,
          testRunId,
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
           WHERE key = ?`,
          ...values,
          key,
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
  };
}

/** In the order last seen. */
function addCode(errors: SqlValue, code: string): string {
  const others = typeof errors === 'string' ? errors.split(',').filter((other) => other !== code) : [];
  return [...others, code].join(',');
}
