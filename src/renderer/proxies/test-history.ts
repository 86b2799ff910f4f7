import type { TestResultRow } from '../../shared/test-run.ts';

export type TestOutcome = 'succeeded' | 'failed' | 'not-told';

/** One result in the history of a proxy. */
export interface TestPoint {
  readonly outcome: TestOutcome;
  /** As the service gives it; the specification shows no unit. Null: unknown. */
  readonly responseTime: number | null;
  /** As the service writes it; the specification shows no zone. Null: unknown. */
  readonly testedAt: string | null;
  readonly url: string | null;
  /** Code and source of the error, '' where there are none. */
  readonly error: string;
}

export interface TestHistory {
  /** Oldest first. */
  readonly points: readonly TestPoint[];
  readonly succeeded: number;
  readonly failed: number;
  /** The longest response time; null: none was sent. */
  readonly slowest: number | null;
  readonly median: number | null;
  readonly p95: number | null;
  /** The first and the last time, as the service writes them. */
  readonly from: string | null;
  readonly to: string | null;
}

/**
 * Makes a history of results (specification, "Proxy test result").
 *
 * @param results newest first
 */
export function readTestHistory(results: readonly TestResultRow[]): TestHistory {
  const points = results.toReversed().map<TestPoint>((row) => ({
    outcome: outcomeOf(row),
    responseTime: row.proxy_test_result_response_time,
    testedAt: row.proxy_test_result_creation_datetime,
    url: row.proxy_test_result_url,
    error: [row.proxy_test_result_error_code, row.proxy_test_result_error_source]
      .filter((part) => part !== null)
      .join(', '),
  }));
  const times = points
    .flatMap(({ responseTime }) => (responseTime === null ? [] : [responseTime]))
    .sort((left, right) => left - right);
  const told = points.flatMap(({ testedAt }) => (testedAt === null ? [] : [testedAt])).sort();
  return {
    points,
    succeeded: points.filter(({ outcome }) => outcome === 'succeeded').length,
    failed: points.filter(({ outcome }) => outcome === 'failed').length,
    slowest: times.at(-1) ?? null,
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    from: told[0] ?? null,
    to: told.at(-1) ?? null,
  };
}

function outcomeOf({ proxy_test_result_is_successful: isSuccessful }: TestResultRow): TestOutcome {
  if (isSuccessful === null) return 'not-told';
  return isSuccessful ? 'succeeded' : 'failed';
}

/** The nearest value that at least this share of the sorted ones do not exceed. */
const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;
