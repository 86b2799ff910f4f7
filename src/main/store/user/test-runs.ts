import { fail, type Failure } from '../../../shared/failure.ts';
import type { ProxySelection, TestRunState, TestRunSummary } from '../../../shared/test-run.ts';
import type { StoreContext } from '../context.ts';
import { createTestResults, type TestedResult } from './test-results.ts';

const select = `SELECT id, state, started_at AS startedAt, finished_at AS finishedAt, urls,
  proxy_user_id AS proxyUserId, proxy_count AS proxyCount, skipped_count AS skippedCount,
  batch_count AS batchCount, batches_done AS batchesDone, batches_failed AS batchesFailed,
  result_count AS resultCount, success_count AS successCount, problem FROM test_run`;

/** Test runs and their results. */
export function createTestRuns({ writer }: StoreContext) {
  const results = createTestResults(writer);
  return {
    start(run: {
      readonly urls: readonly string[];
      readonly proxyUserId: string | null;
      readonly proxyCount: number;
      readonly skippedCount: number;
      readonly batchCount: number;
      /** What was selected for the run. */
      readonly proxies?: ProxySelection | undefined;
    }): number {
      const { urls, proxyUserId, proxyCount, skippedCount, batchCount, proxies } = run;
      return writer.transact(() => {
        writer.run(
          `INSERT INTO test_run
             (state, started_at, urls, proxy_user_id, proxy_count, skipped_count, batch_count)
           VALUES ('running', ?, ?, ?, ?, ?, ?)`,
          new Date().toISOString(),
          JSON.stringify(urls),
          proxyUserId,
          proxyCount,
          skippedCount,
          batchCount,
        );
        const id = Number(writer.get('SELECT last_insert_rowid()')?.[0]);
        if (proxies !== undefined) {
          writer.run('INSERT INTO test_run_selection VALUES (?, ?)', id, JSON.stringify(proxies));
        }
        return id;
      });
    },
    /** Stores the results of one batch and the run's counters, in one transaction. */
    finishBatch(
      testRunId: number,
      batch: { readonly results: readonly TestedResult[]; readonly problem: Failure | null },
    ): void {
      writer.transact(() => {
        if (!writer.get('SELECT 1 FROM test_run WHERE id = ?', testRunId)) throw noSuchRun();
        const successCount = results.add(testRunId, batch.results);
        writer.run(
          `UPDATE test_run SET batches_done = batches_done + 1, batches_failed = batches_failed + ?,
             result_count = result_count + ?, success_count = success_count + ?,
             problem = coalesce(?, problem)
           WHERE id = ?`,
          batch.problem === null ? 0 : 1,
          batch.results.length,
          successCount,
          batch.problem?.message ?? null,
          testRunId,
        );
      });
    },
    finish(
      testRunId: number,
      state: Exclude<TestRunState, 'running'>,
      problem: string | null,
    ): void {
      writer.run(
        `UPDATE test_run SET state = ?, finished_at = ?, problem = coalesce(?, problem) WHERE id = ?`,
        state,
        new Date().toISOString(),
        problem,
        testRunId,
      );
    },
    /**
     * Marks unfinished runs as interrupted. For the one process that starts runs,
     * and only before it starts any.
     */
    interruptRunning(): void {
      // Only if there are any: another process may hold the write lock.
      if (!writer.get("SELECT 1 FROM test_run WHERE state = 'running'")) return;
      writer.run(
        `UPDATE test_run SET state = 'interrupted', finished_at = ? WHERE state = 'running'`,
        new Date().toISOString(),
      );
    },
    get(testRunId: number): TestRunSummary | undefined {
      return writer.objects<StoredRun>(`${select} WHERE id = ?`, testRunId).map(toSummary)[0];
    },
    /** Newest first. */
    list: () => writer.objects<StoredRun>(`${select} ORDER BY id DESC`).map(toSummary),
    /** What was selected for a run; null: unknown, as for runs of earlier versions. */
    proxies(testRunId: number): ProxySelection | null {
      const [text] =
        writer.get('SELECT proxies FROM test_run_selection WHERE test_run_id = ?', testRunId) ?? [];
      // Only `start` writes it.
      return typeof text === 'string' ? (JSON.parse(text) as ProxySelection) : null;
    },
    results: results.ofRun,
    resultRecords: results.recordsOfRun,
    resultsOfProxy: results.ofProxy,
    failedProxies: results.failedProxies,
  };
}

type StoredRun = Omit<TestRunSummary, 'urls'> & { readonly urls: string };

const toSummary = (row: StoredRun): TestRunSummary => ({
  ...row,
  // `start` writes a list of texts.
  urls: JSON.parse(row.urls) as string[],
});

function noSuchRun(): Error {
  return fail('not-found', 'This test run no longer exists.');
}
