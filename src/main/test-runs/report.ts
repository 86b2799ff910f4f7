import { fail } from '../../shared/failure.ts';
import { csvTable } from '../../shared/csv.ts';
import { makeSellerReport, tabulateReport, titleOfReport, writeReport } from '../../shared/test-runs/seller-report.ts';
import type { TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { Store } from '../store/index.ts';

/** A report for the seller. */
interface WrittenReport {
  readonly title: string;
  /** One page. */
  readonly text: string;
  /** All proxies of it. */
  readonly csv: string;
}

/** Compares a run with the one before it of the same source and a common host. Failure `not-found`. */
export function reportRun(store: Store, testRunId: number): WrittenReport {
  const run = store.testRuns.get(testRunId);
  if (!run) throw fail('not-found', 'This test run no longer exists. Select another one.');
  const before = findBefore(store.testRuns.list(), run);
  const withResults = (one: TestRunSummary) => ({ run: one, results: store.reportedResults(one.id) });
  const report = makeSellerReport(withResults(run), before ? withResults(before) : null);
  const { headings, rows } = tabulateReport(report);
  return { title: titleOfReport(report), text: writeReport(report), csv: csvTable(headings, rows) };
}

function findBefore(runs: readonly TestRunSummary[], run: TestRunSummary): TestRunSummary | undefined {
  const hostsOf = ({ urls }: TestRunSummary): string[] => urls.map((url) => URL.parse(url)?.host ?? url);
  const hosts = hostsOf(run);
  return runs
    .filter(({ id, source, resultCount }) => id < run.id && source === run.source && resultCount > 0)
    .sort((one, other) => other.id - one.id)
    .find((one) => hostsOf(one).some((host) => hosts.includes(host)));
}
