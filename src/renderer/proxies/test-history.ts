import type { ObservedRequest, TestResultRow } from '../../shared/records/test-result.ts';
import { capitalize } from '../format/format-field.ts';
import { describeTestCode, faultWords } from '../format/test-words.ts';

/** The chart has more. */
export const maxListed = 3;

interface TestHistory {
  /** Oldest first. */
  readonly results: readonly TestResultRow[];
  readonly failedCount: number;
  /** Null: none was sent. */
  readonly slowest: number | null;
  readonly median: number | null;
  readonly p95: number | null;
  /** As the service writes them. */
  readonly from: string | null;
  readonly to: string | null;
}

/** Whether the proxy works, as far as a result shows; null: unknown, as after a failure of this machine. */
export const outcomeOfProxy = ({
  proxy_test_result_is_successful: isSuccessful,
  observed,
}: Pick<TestResultRow, 'proxy_test_result_is_successful' | 'observed'>): boolean | null =>
  observed?.fault === 'machine' ? null : isSuccessful;

/**
 * Sums up results (specification, "Proxy test result").
 *
 * @param newestFirst as stored
 */
export function readTestHistory(newestFirst: readonly TestResultRow[]): TestHistory {
  const times = newestFirst
    .map((row) => row.proxy_test_result_response_time)
    .filter((time) => time !== null)
    .sort((left, right) => left - right);
  const dates = newestFirst
    .map((row) => row.proxy_test_result_creation_datetime)
    .filter((date) => date !== null)
    .sort();
  return {
    results: newestFirst.toReversed(),
    failedCount: newestFirst.filter((row) => outcomeOfProxy(row) === false).length,
    slowest: times.at(-1) ?? null,
    median: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    from: dates[0] ?? null,
    to: dates.at(-1) ?? null,
  };
}

/** The nearest-rank quantile. */
const quantile = (sorted: readonly number[], share: number): number | null =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? null;

/**
 * Reason, side at fault, and exit of the last test.
 *
 * @param isListed the outcome stands above; then ''
 */
export function describeLast(
  { reason, fault }: Pick<ObservedRequest, 'reason' | 'fault'>,
  { exitAddress, revealingHeaders }: Pick<ObservedRequest, 'exitAddress' | 'revealingHeaders'>,
  isListed: boolean,
): string {
  const outcome = [
    reason === null ? (isListed ? null : 'works') : describeTestCode(reason).toLowerCase(),
    fault === null ? null : `${faultWords[fault].toLowerCase()} at fault`,
  ]
    .filter((part) => part !== null)
    .join(', ');
  return [
    outcome === '' ? null : isListed ? capitalize(outcome) : `Last: ${outcome}`,
    exitAddress === null ? null : `Exit ${exitAddress}`,
    revealingHeaders.length === 0 ? null : `Reveals the client: ${revealingHeaders.join(', ')}`,
  ]
    .filter((part) => part !== null)
    .join('. ');
}
