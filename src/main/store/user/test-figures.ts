import type { PhaseDurations } from '../../../shared/records/test-result.ts';
import type { CodeCount, FaultCount, TestRunFigures, TimeHistogram } from '../../../shared/test-runs/test-run.ts';
import type { Connection, SqlRow } from '../sqlite/connection.ts';
import { phaseColumns, toPhases } from './test-results.ts';
import { ofRun } from './tested-proxies.ts';

const maxErrors = 20;
/** The last bar has everything slower. */
const barCount = 40;

/** Sums up the results of test runs. */
export function createTestFigures(writer: Connection) {
  const readTimes = (testRunId: number): TimeCount[] =>
    writer
      .all(
        `SELECT proxy_test_result_response_time, count(*) FROM test_result WHERE test_run_id = ?
           AND proxy_test_result_is_successful = 1 AND proxy_test_result_response_time IS NOT NULL
         GROUP BY 1 ORDER BY 1`,
        testRunId,
      )
      .map(([time, count]) => ({ time: Number(time), count: Number(count) }));

  const meanPhases = (testRunId: number, from: number, to: number): PhaseDurations => {
    const means = phaseColumns.map((column) => `avg(${column})`).join(', ');
    const row =
      writer.get(
        `SELECT ${means} FROM test_result WHERE test_run_id = ? AND proxy_test_result_is_successful = 1
           AND proxy_test_result_response_time BETWEEN ? AND ?`,
        testRunId,
        from,
        to,
      ) ?? [];
    return toPhases(row);
  };

  return {
    /** @param hasPhases false for runs by the service */
    of(testRunId: number, { hasPhases, hasJudge }: { hasPhases: boolean; hasJudge: boolean }): TestRunFigures {
      const [proxyCount = 0, passedCount = 0] =
        writer.get(
          `SELECT count(*), count(*) FILTER (WHERE success_count = result_count)
           FROM tested_proxy WHERE ${ofRun} AND result_count > 0`,
          testRunId,
          testRunId,
        ) ?? [];
      const failures = writer.all(
        `SELECT fault, errors, count(*) FROM tested_proxy
         WHERE ${ofRun} AND success_count < result_count GROUP BY 1, 2`,
        testRunId,
        testRunId,
      );
      const times = readTimes(testRunId);
      const percentile = percentilesOf(times);
      const [p50, p95] = [percentile(0.5), percentile(0.95)];
      const [p45, p55, slowest] = [percentile(0.45), percentile(0.55), times.at(-1)?.time];
      const isTimed = p45 !== null && p55 !== null && p95 !== null && slowest !== undefined;
      return {
        proxyCount: Number(proxyCount),
        passedCount: Number(passedCount),
        p50,
        p95,
        errors: countCodes(failures),
        faults: countFaults(failures),
        times: p95 === null ? null : makeHistogram(times, p95),
        phases:
          hasPhases && isTimed
            ? {
                median: meanPhases(testRunId, p45, p55),
                slowest: meanPhases(testRunId, p95, slowest),
              }
            : null,
        strayCount: Number(
          writer.get('SELECT count(*) FROM test_result WHERE test_run_id = ? AND proxy_id IS NULL', testRunId)?.[0],
        ),
        judged: hasJudge ? readJudged(writer, testRunId) : null,
      };
    },
  };
}

interface TimeCount {
  readonly time: number;
  readonly count: number;
}

/** The nearest-rank percentile. */
function percentilesOf(times: readonly TimeCount[]): (share: number) => number | null {
  const total = times.reduce((sum, { count }) => sum + count, 0);
  return (share) => {
    let rest = Math.max(1, Math.ceil(share * total));
    for (const { time, count } of times) {
      rest -= count;
      if (rest <= 0) return time;
    }
    return null;
  };
}

/** Steps of a round size; p95 is within the first three quarters. */
function makeHistogram(times: readonly TimeCount[], p95: number): TimeHistogram {
  const step = roundUp((p95 / 0.75 + 1) / barCount);
  const counts = Array<number>(barCount).fill(0);
  for (const { time, count } of times) {
    const bar = Math.min(barCount - 1, Math.max(0, Math.floor(time / step)));
    counts[bar] = (counts[bar] ?? 0) + count;
  }
  return { step, counts };
}

function roundUp(size: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, size)));
  return Math.ceil(Math.max(1, size) / power) * power;
}

/** A proxy with several codes counts for each. */
function countCodes(failures: readonly SqlRow[]): CodeCount[] {
  const counts = new Map<string, number>();
  for (const [, errors, count] of failures) {
    if (typeof errors !== 'string') continue;
    for (const code of errors.split(',')) counts.set(code, (counts.get(code) ?? 0) + Number(count));
  }
  return sortCodes(counts).slice(0, maxErrors);
}

/** A failed proxy counts once, for its last failure. */
function countFaults(failures: readonly SqlRow[]): FaultCount[] {
  const faults = new Map<FaultCount['fault'], Map<string, number>>();
  for (const [fault, errors, count] of failures) {
    // Only faults are written.
    const key = (fault ?? null) as FaultCount['fault'];
    const reasons = faults.get(key) ?? new Map<string, number>();
    faults.set(key, reasons);
    const code = typeof errors === 'string' ? (errors.split(',').at(-1) ?? '') : '';
    reasons.set(code, (reasons.get(code) ?? 0) + Number(count));
  }
  return [...faults]
    .map(([fault, reasons]) => ({
      fault,
      proxyCount: [...reasons.values()].reduce((sum, count) => sum + count, 0),
      reasons: sortCodes(reasons),
    }))
    .sort((left, right) => right.proxyCount - left.proxyCount);
}

const sortCodes = (counts: ReadonlyMap<string, number>): CodeCount[] =>
  [...counts]
    .map(([code, proxyCount]) => ({ code, proxyCount }))
    .sort((left, right) => right.proxyCount - left.proxyCount || (left.code < right.code ? -1 : 1));

/** The judge's answers, compared with the cached addresses. */
function readJudged(writer: Connection, testRunId: number): TestRunFigures['judged'] {
  const [otherExitCount, revealingCount] =
    writer.get(
      `SELECT count(DISTINCT t.proxy_id) FILTER (WHERE t.exit_address IS NOT NULL
           AND t.exit_address NOT IN (coalesce(r.proxy_ip_address, ''), coalesce(r.proxy_ip_address_v6, ''))),
         count(DISTINCT t.proxy_id) FILTER (WHERE t.revealing_headers IS NOT NULL)
       FROM test_result t LEFT JOIN proxy r ON r.proxy_id = t.proxy_id
       WHERE t.test_run_id = ? AND (t.exit_address IS NOT NULL OR t.revealing_headers IS NOT NULL)`,
      testRunId,
    ) ?? [];
  return { otherExitCount: Number(otherExitCount), revealingCount: Number(revealingCount) };
}
