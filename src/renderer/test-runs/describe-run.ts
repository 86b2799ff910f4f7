import { localDay } from '../../shared/figures/days.ts';
import { assertNever } from '../../shared/failure.ts';
import { countOutcomes, type TestRunSummary, type LocalTestSettings } from '../../shared/test-runs/test-run.ts';
import { isResumable } from '../account/test-runs.svelte.ts';
import { countOf, formatCount, formatBytes } from '../format/format-number.ts';
import { formatShortDuration, formatServiceDay, formatUntil } from '../format/format-time.ts';
import { describeRepeat } from '../format/test-words.ts';
import type { Tone } from '../table/columns/grid-column.ts';
import { formatStatuses } from '../../shared/test-runs/local-test.ts';
import type { TestScheduleState } from '../../shared/test-runs/test-schedule.ts';

export const titleOfRun = ({ id, name, source }: TestRunSummary): string =>
  source === 'gateway' ? `Gateway, ${formatServiceDay(name)}` : name === '' ? `Test run ${String(id)}` : name;

/** "27.4 per second"; null: unknown. */
function describeRate({ proxiesDone, activeMs }: TestRunSummary): string | null {
  if (proxiesDone === 0 || activeMs < 1000) return null;
  const rate = (proxiesDone * 1000) / activeMs;
  return `${rate >= 100 ? formatCount(Math.round(rate)) : rate.toFixed(1)} per second`;
}

export function describeRun(run: TestRunSummary): { readonly text: string; readonly tone: Tone } {
  switch (run.state) {
    case 'running':
      return { text: describeTestProgress(run), tone: 'none' };
    case 'finished':
      return { text: 'Finished', tone: toneOf(run) };
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

/** Says until when a run can continue; null: for ever, or not at all. */
export function describeResumable(run: TestRunSummary, historyDays: number): string | null {
  if (!isResumable(run) || run.finishedAt === null || historyDays === 0) return null;
  const until = Date.parse(run.finishedAt) + historyDays * 86_400_000;
  return `Can be resumed until ${formatServiceDay(localDay(until))}`;
}

/** Estimates the rest of a test; null: nothing is done. */
export function describeTimeLeft(run: TestRunSummary, nowMs: number): string | null {
  const { proxiesDone: done, proxyCount: count } = run;
  if (run.state !== 'running' || done === 0 || count <= done) return null;
  // The time since the start includes pauses.
  const elapsedMs = run.activeMs > 0 ? run.activeMs : nowMs - Date.parse(run.startedAt);
  const leftMs = (elapsedMs / done) * (count - done);
  const minutes = Math.round(leftMs / 60_000);
  if (minutes >= 90) return `about ${countOf(Math.round(minutes / 60), 'hour')} left`;
  if (minutes >= 1) return `about ${countOf(minutes, 'minute')} left`;
  return 'less than a minute left';
}

/** Why a run, or all of them, has no rows without a filter. */
export function describeEmpty(run: TestRunSummary | null): { readonly title: string; readonly text: string } {
  if (run !== null && run.resultCount === 0) {
    if (run.state === 'running') {
      return { title: 'Waiting for the first result', text: 'Results appear as they arrive.' };
    }
    return {
      title: 'No results',
      text:
        run.source === 'service' ? 'The service returned no result in this run.' : 'No proxy was tested in this run.',
    };
  }
  return { title: 'No proxies', text: 'This run has tested no proxy.' };
}

/** Without pauses: "Finished in 3 min 2 s, 27.5 per second". */
export function describeDuration(run: TestRunSummary): string {
  const { text } = describeRun(run);
  if (run.activeMs < 1000) return text;
  const rate = describeRate(run);
  const lasted = run.state === 'finished' ? `${text} in` : `${text},`;
  return [`${lasted} ${formatShortDuration(run.activeMs)}`, rate].filter((part) => part !== null).join(', ');
}

export const hasNoResults = ({ state, proxiesTested }: TestRunSummary): boolean =>
  state !== 'running' && proxiesTested === 0;

/** Green only if all work. */
function toneOf(run: TestRunSummary): Tone {
  const { works, total } = countOutcomes(run);
  if (works === 0) return 'bad';
  return run.batchesFailed === 0 && works === total ? 'ok' : 'warn';
}

/** With failed requests to the service; null: none. */
export function describeProblem(run: TestRunSummary): string | null {
  if (run.problem === null || run.batchesFailed === 0) return run.problem;
  const failed = `${formatCount(run.batchesFailed)} of ${countOf(run.batchCount, 'request')} to the service`;
  return `${failed} failed and ${run.batchesFailed === 1 ? 'has' : 'have'} no results. ${run.problem}`;
}

/** "3,184 of 5,000 proxies". */
export const describeTestProgress = ({ proxiesDone, proxyCount }: TestRunSummary): string =>
  `${formatCount(proxiesDone)} of ${countOf(proxyCount, 'proxy', 'proxies')}`;

export function describeSettings(settings: LocalTestSettings): string {
  const { protocol, ip, repeatCount, concurrency, timeoutMs, rule } = settings;
  const { requestsPerSecond, maxBytes, judgeUrl } = settings;
  const parts = [
    `${protocol === 'http' ? 'HTTP' : 'SOCKS5'} over ${ip === 'any' ? 'IPv4, else IPv6' : `IPv${ip}`}`,
    `${formatCount(concurrency)} at once`,
    repeatCount > 1 ? `${countOf(repeatCount, 'request')} each` : null,
    `${formatCount(timeoutMs / 1000)} s`,
    requestsPerSecond === null ? null : `${formatCount(requestsPerSecond)} per second and website`,
    maxBytes === null ? null : `at most ${formatBytes(maxBytes)}`,
    judgeUrl === null ? null : `exit address from ${judgeUrl}`,
    `works if status ${formatStatuses(rule.statuses)}`,
    rule.contains === '' ? null : `page contains "${rule.contains}"`,
    rule.lacks === '' ? null : `page does not contain "${rule.lacks}"`,
    rule.maxMs === null ? null : `latency up to ${formatCount(rule.maxMs)} ms`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** "Every 6 hours, saved view “US”, next in 29 min", or a problem. */
export function describeSchedule(
  { everyHours, viewName, nextAt, problem }: TestScheduleState,
  nowMs: number,
): { readonly text: string; readonly isBad: boolean } {
  if (problem !== null) return { text: `Could not start: ${problem}`, isBad: true };
  const next = nextAt === null ? 'running now' : `next ${formatUntil(nextAt, nowMs)}`;
  const view = viewName === null ? '' : `saved view “${viewName}”, `;
  return { text: `${describeRepeat(everyHours ?? 0)}, ${view}${next}`, isBad: false };
}

export const stopTitle = 'Stop repeating';
