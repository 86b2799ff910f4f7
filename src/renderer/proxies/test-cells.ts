import type { ProxyEndpoint, TestHour } from '../../shared/records/proxy.ts';
import { countOf, formatCount, formatPercent } from '../format/format-number.ts';
import { describeLocalTime, formatAge } from '../format/format-time.ts';
import { nowMs } from '../kit/clock.ts';
import type { GridCell, Tone } from '../table/columns/grid-column.ts';

/** Below these shares of successful tests, in percent, a proxy is worth a look, or two. */
const fairPercent = 95;
const poorPercent = 80;

const hourMs = 3_600_000;
const hoursShown = 24;
/** A bar is at least this high, so that a fast hour is seen too. */
const leastShare = 0.3;

const notTested: GridCell = { text: '', title: 'Not tested' };

/** The share of successful tests. */
export function successCell(row: ProxyEndpoint): GridCell {
  if (row.testCount === 0) return notTested;
  return {
    text: formatPercent(row.testSuccessCount, row.testCount) ?? '',
    title: `${formatCount(row.testSuccessCount)} of ${countOf(row.testCount, 'test result')} passed`,
    tone: successTone(row),
  };
}

function successTone(row: ProxyEndpoint): Tone | undefined {
  const percent = (row.testSuccessCount / row.testCount) * 100;
  if (percent < poorPercent) return 'bad';
  return percent < fairPercent ? 'warn' : undefined;
}

/** The response time of the last test, or that it failed or has no outcome. */
export function latencyCell(row: ProxyEndpoint): GridCell {
  if (row.lastTestedAtMs === null) return notTested;
  if (row.isLastTestSuccessful === null) {
    return { text: 'unknown', title: 'The service did not report whether the last test passed' };
  }
  if (!row.isLastTestSuccessful) {
    return { text: 'failed', title: 'The last test failed', tone: 'bad' };
  }
  const time = row.lastResponseTime;
  return {
    text: time === null ? '' : formatCount(time),
    title: 'Response time of the last test; its unit is not documented',
  };
}

/** How long ago the last test was. */
export function testedCell(row: ProxyEndpoint): GridCell {
  const { lastTestedAtMs: atMs, lastTestDatetime: received } = row;
  if (atMs === null) return notTested;
  const service = received === null ? '' : `; the service wrote ${received}`;
  return {
    text: formatAge(atMs, nowMs(), 'short'),
    title: `${describeLocalTime(atMs)} by this computer's clock${service}`,
  };
}

/** The tests of the last 24 hours: a bar per hour, its height by the response time. */
export function testHoursCell(row: ProxyEndpoint): GridCell {
  const lastHour = Math.floor(nowMs() / hourMs);
  const hours = (row.testHours ?? []).filter(([hour]) => hour > lastHour - hoursShown);
  if (hours.length === 0) {
    return row.testHours === null ? notTested : { text: '', title: 'Not tested in 24 hours' };
  }
  const slowest = Math.max(...hours.map(([, , , time]) => time ?? 0));
  const passed = sum(hours, ([, count]) => count);
  const failed = sum(hours, ([, , count]) => count);
  const text = `${formatCount(passed)} passed, ${formatCount(failed)} failed`;
  return {
    text,
    title: `${text} in 24 hours. A bar is an hour, its height the response time; a bar below the line means that a test failed.`,
    spark: {
      length: hoursShown,
      bars: hours.map(([hour, passedCount, failedCount, time]) => ({
        at: hour - lastHour + hoursShown - 1,
        share: passedCount === 0 ? 0 : shareOf(time, slowest),
        hasFailed: failedCount > 0,
      })),
    },
  };
}

const shareOf = (time: number | null, slowest: number): number =>
  time === null || slowest <= 0 ? leastShare : leastShare + (1 - leastShare) * (time / slowest);

const sum = (hours: readonly TestHour[], countOfHour: (hour: TestHour) => number): number =>
  hours.reduce((total, hour) => total + countOfHour(hour), 0);
