import { localDay } from '../../shared/figures/days.ts';
import { assertNever } from '../../shared/failure.ts';
import type {
  TestRunFigures,
  TestRunSummary,
  LocalTestSettings,
} from '../../shared/testing/test-run.ts';
import type { ResultFilter } from '../account/action-target.ts';
import { isResumable } from '../account/testing/test-runs.svelte.ts';
import { countOf, formatCount, formatPercent, formatBytes } from '../format/format-number.ts';
import { formatServiceDay } from '../format/format-time.ts';
import type { Tone } from '../table/columns/grid-column.ts';
import { formatStatuses } from '../../shared/testing/status-ranges.ts';

/** The name of a run, or its number. */
export const titleOfRun = ({ id, name, source }: TestRunSummary): string =>
  source === 'gateway' ? `Gateway, ${name}` : name === '' ? `Test run ${String(id)}` : name;

/** How fast a run is, over the time that it was running: "27.4 per second"; null: not known yet. */
export function describeRate({ proxiesDone, activeMs }: TestRunSummary): string | null {
  if (proxiesDone === 0 || activeMs < 1000) return null;
  const rate = (proxiesDone * 1000) / activeMs;
  return `${rate >= 10 ? formatCount(Math.round(rate)) : rate.toFixed(1)} per second`;
}

/** The state of a run in words, with the tone of its dot. */
export function describeRun(run: TestRunSummary): { readonly text: string; readonly tone: Tone } {
  switch (run.state) {
    case 'running':
      return { text: describeTestProgress(run), tone: 'none' };
    case 'finished': {
      const { batchesFailed } = run;
      const text =
        batchesFailed === 0
          ? 'Finished'
          : `Finished, ${countOf(batchesFailed, 'batch', 'batches')} failed`;
      return { text, tone: toneOf(run) };
    }
    case 'paused':
      return { text: `Paused after ${describeTestProgress(run)}`, tone: 'none' };
    case 'canceled':
      return { text: `Canceled after ${describeTestProgress(run)}`, tone: 'none' };
    case 'failed':
      return { text: 'Failed', tone: 'bad' };
    case 'interrupted':
      return { text: `Interrupted after ${describeTestProgress(run)}`, tone: 'none' };
    default:
      return assertNever(run.state);
  }
}

/** Until when a run can be resumed; null: for ever, or not at all. */
export function describeResumable(run: TestRunSummary, historyDays: number): string | null {
  if (!isResumable(run) || run.finishedAt === null || historyDays === 0) return null;
  const until = Date.parse(run.finishedAt) + historyDays * 86_400_000;
  return `Can be resumed until ${formatServiceDay(localDay(until))}`;
}

/** How long a running test will about take, from what is done; null: nothing is. */
export function describeTimeLeft(run: TestRunSummary, nowMs: number): string | null {
  const [done, count] = progressOf(run);
  if (run.state !== 'running' || done === 0 || count <= done) return null;
  // A run that was paused has not been running since it was started.
  const elapsedMs = run.activeMs > 0 ? run.activeMs : nowMs - Date.parse(run.startedAt);
  const leftMs = (elapsedMs / done) * (count - done);
  const minutes = Math.round(leftMs / 60_000);
  if (minutes >= 90) return `about ${countOf(Math.round(minutes / 60), 'hour')} left`;
  if (minutes >= 1) return `about ${countOf(minutes, 'minute')} left`;
  return 'less than a minute left';
}

/** The results of a run by proxy: "36 of 46 proxies passed, response time p50 120, p95 340". */
export function describeFigures({
  proxyCount,
  passedCount,
  p50,
  p95,
}: Pick<TestRunFigures, 'proxyCount' | 'passedCount' | 'p50' | 'p95'>): string {
  if (proxyCount === 0) return 'No results';
  const share = formatPercent(passedCount, proxyCount) ?? '';
  const passed = `${formatCount(passedCount)} of ${countOf(proxyCount, 'proxy', 'proxies')} passed (${share})`;
  if (p50 === null || p95 === null) return passed;
  return `${passed}, response time p50 ${formatCount(p50)}, p95 ${formatCount(p95)}`;
}

/** The results of a run: "226 of 250 passed (90.4%)". */
export function describeResults({ successCount, resultCount }: TestRunSummary): string {
  if (resultCount === 0) return 'No results';
  const share = formatPercent(successCount, resultCount) ?? '';
  return `${formatCount(successCount)} of ${formatCount(resultCount)} passed (${share})`;
}

/** The message that replaces the results of a run if a filter finds none. */
export function describeEmpty(
  { state, source, resultCount }: TestRunSummary,
  only: ResultFilter,
): { readonly title: string; readonly text: string } {
  if (resultCount > 0) {
    const title = only === 'failed' ? 'No test failed' : 'No test passed';
    return { title, text: 'Show all results to see the others.' };
  }
  return state === 'running'
    ? {
        title: 'No results yet',
        text: source === 'service' ? 'They appear after each batch.' : 'They appear as they come.',
      }
    : {
        title: 'No results',
        text:
          source === 'service'
            ? 'The service returned no result in this run.'
            : 'No proxy was tested in this run.',
      };
}

/** Whether a run ended without any result, so that nothing was tested. */
export const hasNoResults = ({ state, resultCount }: TestRunSummary): boolean =>
  state !== 'running' && resultCount === 0;

/** Only a run whose every test passed is green. */
function toneOf({ batchesFailed, successCount, resultCount }: TestRunSummary): Tone {
  if (successCount === 0) return 'bad';
  return batchesFailed === 0 && successCount === resultCount ? 'ok' : 'warn';
}

/** How many batches of a run failed, and the problem of the last one; null: none did. */
export function describeProblem(run: TestRunSummary): string | null {
  if (run.problem === null || run.batchesFailed === 0) return run.problem;
  const failed = `${countOf(run.batchesFailed, 'batch', 'batches')} of ${formatCount(run.batchCount)}`;
  return `${failed} failed and ${run.batchesFailed === 1 ? 'has' : 'have'} no results. ${run.problem}`;
}

/** How much of a run is done: batches of a run by the service, otherwise proxies. */
export const progressOf = (run: TestRunSummary): readonly [done: number, count: number] =>
  run.source === 'service' ? [run.batchesDone, run.batchCount] : [run.proxiesDone, run.proxyCount];

/** "3 of 13 batches" or "3,184 of 5,000 proxies". */
export function describeTestProgress(run: TestRunSummary): string {
  const [done, count] = progressOf(run);
  const [one, many] = run.source === 'service' ? ['batch', 'batches'] : ['proxy', 'proxies'];
  return `${formatCount(done)} of ${countOf(count, one, many)}`;
}

/** How a run from here tests, and when a proxy counts as working, in one line. */
export function describeSettings(settings: LocalTestSettings): string {
  const { protocol, ip, repeatCount, concurrency, timeoutMs, rule } = settings;
  const { requestsPerSecond, maxBytes, judgeUrl } = settings;
  const parts = [
    `${protocol === 'http' ? 'HTTP' : 'SOCKS5'} over IPv${ip}`,
    `${formatCount(concurrency)} at once`,
    repeatCount > 1 ? `${countOf(repeatCount, 'request')} each` : null,
    `${formatCount(timeoutMs)} ms per phase`,
    requestsPerSecond === null ? null : `${formatCount(requestsPerSecond)} per second and target`,
    maxBytes === null ? null : `at most ${formatBytes(maxBytes)}`,
    judgeUrl === null ? null : `judge ${judgeUrl}`,
    `works if status ${formatStatuses(rule.statuses)}`,
    rule.contains === '' ? null : `body has "${rule.contains}"`,
    rule.lacks === '' ? null : `body lacks "${rule.lacks}"`,
    rule.maxMs === null ? null : `first byte within ${formatCount(rule.maxMs)} ms`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}
