import type { LocalTestSettings } from '../../shared/testing/test-run.ts';
import { formatStatuses } from '../../shared/testing/status-ranges.ts';
import { countOf, formatBytes, formatCount } from '../format/format-number.ts';

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
