import type { Rows } from '../../../shared/rows.ts';
import { fail, type Failure } from '../../../shared/failure.ts';
import type {
  LocalTestSettings,
  SkippedOfTest,
  TestRunState,
  TestRunSummary,
} from '../../../shared/test-runs/test-run.ts';
import type { TestSource } from '../../../shared/records/test-result.ts';
import type { StoreContext } from '../types.ts';
import {
  toTestedResult,
  type Observation,
  createTestResults,
  isAboutProxy,
  type AddedResults,
  type TestedResult,
} from './test-results.ts';
import { createTestFigures } from './test-figures.ts';
import { createTestedProxies, ofRun, type DoneState, type PlannedProxy } from './tested-proxies.ts';
import { numberOrNull } from '../schema/column-form.ts';

const select = `SELECT id, name, source, settings, state, started_at AS startedAt,
  finished_at AS finishedAt, urls, proxy_user_id AS proxyUserId, proxy_count AS proxyCount,
  skipped_count AS skippedCount, skipped, batch_count AS batchCount, batches_done AS batchesDone,
  batches_failed AS batchesFailed, result_count AS resultCount, success_count AS successCount,
  proxies_done AS proxiesDone, proxies_tested AS proxiesTested, proxies_passed AS proxiesPassed,
  gone_count AS goneCount, bytes, active_ms AS activeMs, problem FROM test_run`;

/** Removed in one transaction. */
const resultsAtOnce = 10_000;

interface NewTestRun {
  readonly name?: string | undefined;
  readonly source?: Exclude<TestSource, 'gateway'> | undefined;
  readonly settings?: LocalTestSettings | undefined;
  readonly urls: readonly string[];
  readonly proxyUserId: string | null;
  readonly proxyCount: number;
  readonly skippedCount: number;
  readonly batchCount: number;
  readonly proxies?: Rows | undefined;
}

/** Test runs and their results. */
export function createTestRuns({ writer, nowMs }: StoreContext) {
  const now = (): string => new Date(nowMs()).toISOString();
  const results = createTestResults(writer, nowMs);
  const proxies = createTestedProxies(writer);
  const figures = createTestFigures(writer);
  const checkExists = (testRunId: number): void => {
    if (!writer.get('SELECT 1 FROM test_run WHERE id = ?', testRunId)) throw noSuchRun();
  };
  const insert = (run: NewTestRun | GatewayRun, state: TestRunState): number => {
    writer.run(
      `INSERT INTO test_run (name, source, settings, state, started_at, urls, proxy_user_id,
         proxy_count, skipped_count, batch_count)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      run.name ?? '',
      run.source ?? 'service',
      run.settings === undefined ? null : JSON.stringify(run.settings),
      state,
      now(),
      JSON.stringify(run.urls),
      run.proxyUserId,
      run.proxyCount,
      run.skippedCount,
      run.batchCount,
    );
    return Number(writer.get('SELECT last_insert_rowid()')?.[0]);
  };
  const count = (testRunId: number, added: AddedResults): void => {
    writer.run(
      `UPDATE test_run SET result_count = result_count + ?, success_count = success_count + ?,
         proxies_tested = proxies_tested + ?, proxies_passed = proxies_passed + ?, bytes = bytes + ?
       WHERE id = ?`,
      added.resultCount,
      added.successCount,
      added.tested,
      added.passed,
      added.bytes,
      testRunId,
    );
  };
  const countGone = (testRunId: number, positions: readonly number[]): void => {
    if (positions.length === 0) return;
    const goneCount = proxies.finish(testRunId, positions, 'gone');
    writer.run(
      `UPDATE test_run SET proxies_done = proxies_done + ?, gone_count = gone_count + ? WHERE id = ?`,
      goneCount,
      goneCount,
      testRunId,
    );
  };
  const get = (testRunId: number): TestRunSummary | undefined =>
    writer.objects<StoredRun>(`${select} WHERE id = ?`, testRunId).map(toSummary)[0];
  return {
    start(run: NewTestRun): number {
      const { proxies: selection } = run;
      return writer.transact(() => {
        const id = insert(run, 'running');
        if (selection !== undefined) {
          writer.run('INSERT INTO test_run_selection VALUES (?, ?)', id, JSON.stringify(selection));
        }
        return id;
      });
    },
    /** Stores plan and counts in one transaction. */
    plan(
      testRunId: number,
      {
        plan,
        skippedCount,
        skipped = {},
        batchCount,
      }: {
        readonly plan: readonly PlannedProxy[];
        readonly skippedCount: number;
        readonly skipped?: SkippedOfTest;
        readonly batchCount: number;
      },
    ): void {
      writer.transact(() => {
        checkExists(testRunId);
        proxies.plan(testRunId, plan);
        writer.run(
          'UPDATE test_run SET proxy_count = ?, skipped_count = ?, skipped = ?, batch_count = ? WHERE id = ?',
          plan.length,
          skippedCount,
          JSON.stringify(skipped),
          batchCount,
          testRunId,
        );
      });
    },
    isPlanned: (testRunId: number): boolean =>
      writer.get(`SELECT 1 FROM tested_proxy WHERE ${ofRun} LIMIT 1`, testRunId, testRunId) !== undefined,
    /** Days of the gateway keep their names. */
    rename(testRunId: number, name: string): void {
      writer.transact(() => {
        checkExists(testRunId);
        writer.run(`UPDATE test_run SET name = ? WHERE id = ? AND source <> 'gateway'`, name, testRunId);
      });
    },
    /** Stores a batch and counters in one transaction. */
    finishBatch(
      testRunId: number,
      batch: {
        readonly results: readonly TestedResult[];
        readonly problem: Failure | null;
        /** Planned proxies of the batch, and their state now. */
        readonly positions?: readonly number[];
        readonly state?: DoneState;
        /** Running time since the last batch. */
        readonly activeMs?: number;
      },
    ): void {
      const { positions = [], state = 'done', activeMs = 0, problem } = batch;
      writer.transact(() => {
        checkExists(testRunId);
        count(testRunId, results.add(testRunId, 'service', batch.results));
        writer.run(
          `UPDATE test_run SET batches_done = batches_done + 1, batches_failed = batches_failed + ?,
             proxies_done = proxies_done + ?, active_ms = active_ms + ?, problem = coalesce(?, problem)
           WHERE id = ?`,
          problem === null ? 0 : 1,
          proxies.finish(testRunId, positions, state),
          activeMs,
          problem?.message ?? null,
          testRunId,
        );
      });
    },
    /** Stores local results and completed proxies in one transaction. */
    addLocal(
      testRunId: number,
      part: {
        readonly results: readonly Observation[];
        readonly donePositions: readonly number[];
        /** Replaced or removed before their turn. */
        readonly gonePositions?: readonly number[];
        /** Running time since the last part. */
        readonly activeMs: number;
      },
    ): void {
      writer.transact(() => {
        checkExists(testRunId);
        count(testRunId, results.add(testRunId, 'here', part.results.map(toTestedResult)));
        writer.run(
          `UPDATE test_run SET proxies_done = proxies_done + ?, active_ms = active_ms + ? WHERE id = ?`,
          proxies.finish(testRunId, part.donePositions, 'done'),
          part.activeMs,
          testRunId,
        );
        countGone(testRunId, part.gonePositions ?? []);
      });
    },
    /** Drops replaced or removed proxies from the plan. */
    skipGone(testRunId: number, positions: readonly number[]): void {
      writer.transact(() => {
        countGone(testRunId, positions);
      });
    },
    /** Appends the gateway's observations; one run per UTC day. */
    observe(observations: readonly Observation[]): void {
      if (observations.length === 0) return;
      writer.transact(() => {
        const day = now().slice(0, 10);
        const [known] = writer.get(`SELECT id FROM test_run WHERE source = 'gateway' AND name = ?`, day) ?? [];
        const id = known === undefined ? insert(gatewayRun(day), 'finished') : Number(known);
        count(id, results.add(id, 'gateway', observations.map(toTestedResult)));
        writer.run(
          `UPDATE test_run SET proxy_count = proxies_tested, proxies_done = proxies_tested, finished_at = ?
           WHERE id = ?`,
          now(),
          id,
        );
      });
    },
    /** Marks planned proxies as sent before they are, or as planned again. */
    markSent(testRunId: number, positions: readonly number[], state: 'sent' | 'planned'): void {
      writer.transact(() => {
        proxies.mark(testRunId, positions, state);
      });
    },
    /** Planned proxies from a position on, in order. */
    planned: (testRunId: number, from: number, limit: number) => proxies.planned(testRunId, from, limit),
    finish(testRunId: number, state: Exclude<TestRunState, 'running'>, problem: string | null): void {
      writer.transact(() => {
        writer.run(
          `UPDATE test_run SET state = ?, finished_at = ?, problem = coalesce(?, problem) WHERE id = ?`,
          state,
          now(),
          problem,
          testRunId,
        );
        giveUpSent(testRunId);
      });
    },
    /** @throws FailureError `not-found`; `invalid-input` for a run in another state */
    resume(testRunId: number): TestRunSummary {
      writer.transact(() => {
        const run = get(testRunId);
        if (!run) throw noSuchRun();
        if (run.state !== 'paused' && run.state !== 'interrupted') throw notResumable(run.state);
        writer.run(`UPDATE test_run SET state = 'running', finished_at = NULL, problem = NULL WHERE id = ?`, testRunId);
        giveUpSent(testRunId);
      });
      const run = get(testRunId);
      if (!run) throw noSuchRun();
      return run;
    },
    /** For the only process that starts runs, before it does. */
    interruptRunning(): void {
      // Another process may hold the write lock.
      const running = writer.all("SELECT id FROM test_run WHERE state = 'running'");
      if (running.length === 0) return;
      writer.transact(() => {
        for (const [id] of running) giveUpSent(Number(id));
        writer.run(`UPDATE test_run SET state = 'interrupted', finished_at = ? WHERE state = 'running'`, now());
      });
    },
    /**
     * Removes a part of the oldest run if too old or over the space; never the newest, nor, for space, one that can
     * continue.
     *
     * @param before ISO 8601 in UTC; '': none is too old
     * @returns whether there may be more
     */
    purgeSome({ before, maxBytes }: { readonly before: string; readonly maxBytes: number }): boolean {
      const isFull = recordsBytes() > maxBytes;
      const find = () =>
        writer.get(
          `SELECT id FROM test_run WHERE id < (SELECT max(id) FROM test_run) AND CASE
             WHEN state = 'running' THEN FALSE
             WHEN state IN ('paused', 'interrupted') THEN finished_at < ?
             ELSE ? OR started_at < ? END ORDER BY id LIMIT 1`,
          before,
          Number(isFull),
          before,
        );
      if (!find()) return false;
      return writer.transact(() => {
        const [id] = find() ?? [];
        if (id === undefined) return false;
        // A run without its first results cannot continue.
        writer.run(`UPDATE test_run SET state = 'canceled' WHERE id = ? AND state IN ('paused', 'interrupted')`, id);
        removeSome(Number(id));
        return true;
      });
    },
    /**
     * Removes a part of a run, which then cannot continue.
     *
     * @returns whether there is more
     * @throws FailureError `not-found`; `invalid-input` for a running one
     */
    removePart(testRunId: number): boolean {
      return writer.transact(() => {
        const run = get(testRunId);
        if (!run) throw noSuchRun();
        if (run.state === 'running') throw stillRunning();
        writer.run(
          `UPDATE test_run SET state = 'canceled' WHERE id = ? AND state IN ('paused', 'interrupted')`,
          testRunId,
        );
        removeSome(testRunId);
        return get(testRunId) !== undefined;
      });
    },
    /** Mostly results of tests. */
    recordsBytes,
    get,
    /** Newest first. */
    list: () => writer.objects<StoredRun>(`${select} ORDER BY id DESC`).map(toSummary),
    /** Bytes per success, with address pages, of the newest local run of these URLs; null: none. */
    usualBytes(urls: readonly string[]): number | null {
      const [bytes] =
        writer.get(
          `SELECT 1.0 * bytes / success_count FROM test_run
           WHERE source = 'here' AND urls = ? AND success_count > 0 ORDER BY id DESC LIMIT 1`,
          JSON.stringify(urls),
        ) ?? [];
      return numberOrNull(bytes);
    },
    /** Null: unknown, as for runs of earlier versions. */
    proxies(testRunId: number): Rows | null {
      const [text] = writer.get('SELECT proxies FROM test_run_selection WHERE test_run_id = ?', testRunId) ?? [];
      // Only `start` writes it.
      return typeof text === 'string' ? (JSON.parse(text) as Rows) : null;
    },
    figures(testRunId: number) {
      const run = get(testRunId);
      const hasJudge = typeof run?.settings?.judgeUrl === 'string';
      return figures.of(testRunId, {
        hasPhases: run !== undefined && run.source !== 'service',
        hasJudge,
      });
    },
    resultsOfProxy: results.ofProxy,
  };

  function recordsBytes(): number {
    const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) =>
      Number(writer.pragma(`user.${name}`)),
    );
    return ((pages ?? 0) - (free ?? 0)) * (size ?? 0);
  }

  /** Updates the sums of proxies; removes the run last. */
  function removeSome(testRunId: number): void {
    const chosen = `SELECT key FROM test_result WHERE test_run_id = ? LIMIT ${String(resultsAtOnce)}`;
    const counted = `FROM test_result t JOIN proxy_test s ON s.proxy_id = t.proxy_id AND t.key >= s.first_result_id
      WHERE t.key IN (${chosen}) AND ${isAboutProxy}`;
    const outdated = writer.all(
      `SELECT DISTINCT t.proxy_id ${counted}
         AND (t.received_at_ms >= s.last_received_at_ms OR t.proxy_test_result_is_successful = 0)`,
      testRunId,
    );
    writer.run(
      `UPDATE proxy_test SET test_count = test_count - gone.count, success_count = success_count - gone.passed
       FROM (SELECT t.proxy_id, count(*) AS count, sum(t.proxy_test_result_is_successful IS 1) AS passed
         ${counted} GROUP BY t.proxy_id) gone
       WHERE proxy_test.proxy_id = gone.proxy_id`,
      testRunId,
    );
    for (const [proxyId = null] of outdated) results.findLast(proxyId, testRunId);
    const removed = writer.prepare(`DELETE FROM test_result WHERE key IN (${chosen})`).run(testRunId);
    if (removed === resultsAtOnce) return;
    writer.run('DELETE FROM proxy_test WHERE test_count <= 0');
    writer.run(`DELETE FROM tested_proxy WHERE ${ofRun}`, testRunId, testRunId);
    writer.run('DELETE FROM test_run WHERE id = ?', testRunId);
  }

  /** They may have been tested, so they are not sent again. */
  function giveUpSent(testRunId: number): void {
    const sentCount = proxies.giveUpSent(testRunId);
    if (sentCount === 0) return;
    writer.run(
      `UPDATE test_run SET batches_done = batches_done + 1, batches_failed = batches_failed + 1,
         proxies_done = proxies_done + ?, problem = ? WHERE id = ?`,
      sentCount,
      'A request was sent and its response did not arrive. It is unknown whether the service carried it out, so it is not repeated.',
      testRunId,
    );
  }
}

interface GatewayRun extends Omit<NewTestRun, 'source'> {
  readonly source: 'gateway';
}

const gatewayRun = (day: string): GatewayRun => ({
  name: day,
  source: 'gateway',
  urls: [],
  proxyUserId: null,
  proxyCount: 0,
  skippedCount: 0,
  batchCount: 0,
});

type StoredRun = Omit<TestRunSummary, 'urls' | 'settings' | 'skipped'> & {
  readonly urls: string;
  readonly skipped: string;
  readonly settings: string | null;
};

const toSummary = (row: StoredRun): TestRunSummary => ({
  ...row,
  // `start` writes a list of texts, and settings; `plan` counts by reason.
  urls: JSON.parse(row.urls) as string[],
  skipped: JSON.parse(row.skipped) as SkippedOfTest,
  settings: row.settings === null ? null : (JSON.parse(row.settings) as LocalTestSettings),
});

const notResumable = (state: TestRunState): Error =>
  fail(
    'invalid-input',
    state === 'running'
      ? 'This test run is running.'
      : 'This test run has ended. Only a paused or interrupted run can be resumed.',
  );

/** `busy` would make `whenFree` repeat it. */
const stillRunning = () => fail('invalid-input', 'This test is running. Nothing was deleted. Cancel it first.');

function noSuchRun(): Error {
  return fail('not-found', 'This test run no longer exists.');
}
