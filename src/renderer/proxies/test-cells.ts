import type { ProxyEndpoint, TestHour } from '../../shared/records/proxy.ts';
import { countOf, formatCount, formatPercent } from '../format/format-number.ts';
import { describeLocalTime, formatAge } from '../format/format-time.ts';
import { describeTestCode, testSourceWords, successTone } from '../format/test-words.ts';
import { nowMs } from '../kit/clock.ts';
import type { GridCell } from '../table/columns/grid-column.ts';

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
    title: `${formatCount(row.testSuccessCount)} of ${countOf(row.testCount, 'test result')} worked`,
    tone: successTone(row.testSuccessCount, row.testCount),
  };
}

/** The response time of the last test, or that it failed or has no outcome. */
export function latencyCell(row: ProxyEndpoint): GridCell {
  if (row.lastTestedAtMs === null) return notTested;
  if (row.isLastTestSuccessful === null) {
    return { text: 'unknown', title: 'The service did not report whether it works' };
  }
  const by = row.lastTestSource === null ? '' : ` ${testSourceWords[row.lastTestSource]}`;
  if (!row.isLastTestSuccessful) {
    const why = row.lastTestCode === null ? '' : `: ${describeTestCode(row.lastTestCode)}`;
    return { text: 'fails', title: `The last test${by} failed${why}`, tone: 'bad' };
  }
  const time = row.lastResponseTime;
  return {
    text: time === null ? '' : formatCount(time),
    title:
      row.lastTestSource === 'service'
        ? 'Response time of the last test, by the service; its unit is not documented'
        : `Milliseconds until the first byte in the last test${by}`,
  };
}

/** How long ago the last test was. */
export function testedCell(row: ProxyEndpoint): GridCell {
  const { lastTestedAtMs: atMs, lastTestDatetime: received, lastTestSource: source } = row;
  if (atMs === null) return notTested;
  const by = source === null || source === 'service' ? '' : `, ${testSourceWords[source]}`;
  const service = received === null ? '' : `; the service wrote ${received}`;
  return {
    text: formatAge(atMs, nowMs(), 'short'),
    title: `${describeLocalTime(atMs)} by this computer's clock${by}${service}`,
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
  const text = `${formatCount(passed)} worked, ${formatCount(failed)} failed`;
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
