import { fail } from '../../shared/failure.ts';
import { csvTable } from '../../shared/csv.ts';
import { periodHours, type FigurePeriod } from '../../shared/records/gateway-figure.ts';
import {
  makeSellerReport,
  tabulateReport,
  titleOfReport,
  writeReport,
  type ReportedTime,
  type ReportSubject,
  type SellerReport,
} from '../../shared/test-runs/seller-report.ts';
import type { TestRunSummary } from '../../shared/test-runs/test-run.ts';
import type { Store } from '../store/index.ts';

interface WrittenReport {
  readonly title: string;
  /** One page. */
  readonly text: string;
  /** All proxies of it. */
  readonly csv: string;
}

/** Writes a report. Failure `not-found`: nothing is known of its subject. */
export const writeReportOf = (store: Store, subject: ReportSubject): WrittenReport =>
  write('host' in subject ? reportHost(store, subject) : reportRun(store, subject.testRunId));

/** Compares a run with the newest run of the same source before it against one of its hosts. */
function reportRun(store: Store, testRunId: number): SellerReport {
  const run = store.testRuns.get(testRunId);
  if (!run) throw fail('not-found', 'This test run no longer exists. Select another one.');
  const before = findBefore(store.testRuns.list(), run);
  const withResults = (one: TestRunSummary) => ({ source: one, results: store.reportedResults(one.id) });
  return makeSellerReport(withResults(run), before ? withResults(before) : null);
}

const hourMs = 3_600_000;

/** Compares the logged requests to a host within a period with those of the period before it. */
function reportHost(
  store: Store,
  { host, period }: { readonly host: string; readonly period: FigurePeriod },
): SellerReport {
  const untilMs = store.nowMs();
  const lengthMs = periodHours[period] * hourMs;
  const fromMs = untilMs - lengthMs;
  const now: ReportedTime = { fromMs, untilMs: untilMs + 1 };
  const before: ReportedTime = { fromMs: fromMs - lengthMs, untilMs: fromMs };
  const report = makeSellerReport(
    { source: now, results: store.reportedTries(host, now, { hasOthers: true }) },
    { source: before, results: store.reportedTries(host, before, { hasOthers: false }) },
    host,
  );
  if (report.targets.length > 0) return report;
  throw fail('not-found', `The log has no requests to "${host}" within ${period} that a proxy was tried for.`);
}

function write(report: SellerReport): WrittenReport {
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
