import { probePhases } from '../../shared/records/test-result.ts';
import type { PlainTable } from '../../shared/csv.ts';
import type {
  TestComparison,
  TestGroup,
  TestGrouping,
  TestRunFigures,
} from '../../shared/testing/test-run.ts';
import { latencyPhases } from '../format/test-words.ts';

/** The groups of a run as a file has them; times in milliseconds, or as the service gives them. */
export const groupTable = (by: TestGrouping, groups: readonly TestGroup[]): PlainTable => ({
  name: `Tests by ${by}`,
  headings: [by, 'proxies', 'passed', 'p50', 'p95'],
  rows: groups.map(({ label, proxyCount, passedCount, p50, p95 }) => [
    label,
    proxyCount,
    passedCount,
    p50,
    p95,
  ]),
});

/** The phases of a run as a file has them, in milliseconds. */
export const phaseTable = ({
  median,
  slowest,
}: NonNullable<TestRunFigures['phases']>): PlainTable => ({
  name: 'Phases of a test run',
  headings: ['phase', 'median_ms', 'slowest_5_percent_ms'],
  rows: latencyPhases.map((name) => [probePhases[name].label, median[name], slowest[name]]),
});

/** How many proxies of two runs passed, as a file has it. */
export const comparisonTable = (comparison: TestComparison, isHere: boolean): PlainTable => {
  const { testRunId, bothPassed, onlyPassed, onlyOtherPassed, bothFailed } = comparison;
  const rows: [boolean, boolean, number][] = [
    [true, true, bothPassed],
    [true, false, onlyPassed],
    [false, true, onlyOtherPassed],
    [false, false, bothFailed],
  ];
  const say = (passed: boolean): string => (passed ? 'passed' : 'failed');
  return {
    name: `Comparison with test run ${String(testRunId)}`,
    headings: ['this_machine', 'service', 'proxies'],
    rows: rows.map(([own, other, count]) => [
      say(isHere ? own : other),
      say(isHere ? other : own),
      count,
    ]),
  };
};
