import type { ReportSubject } from '../../shared/test-runs/seller-report.ts';
import type { Store } from '../store/index.ts';
import type { Output } from './output.ts';

/** Prints a report for the seller of proxies. Failure `not-found`. */
export async function printReport(output: Output, store: Store, subject: ReportSubject, isCsv: boolean): Promise<void> {
  const { writeReportOf } = await import('../test-runs/report.ts');
  const { title, text, csv } = writeReportOf(store, subject);
  if (output.isJson)
    output.json({ ...('host' in subject ? subject : { run: subject.testRunId }), title, report: text });
  else await output.stream((isCsv ? csv : text).replace(/\r?\n$/, '').split(/\r?\n/), false);
}
