import { expect, it } from 'vitest';
import { describeLast, readTestHistory } from '../../../src/renderer/proxies/test-history.ts';
import type { TestResultRow } from '../../../src/shared/records/test-result.ts';

const result = (
  isSuccessful: boolean | null,
  responseTime: number | null,
  testedAt: string | null,
  errorCode: string | null = null,
): TestResultRow => ({
  proxy_id: 'p',
  proxy_test_result_url: 'https://example.com/',
  proxy_test_result_is_successful: isSuccessful,
  proxy_test_result_error_code: errorCode,
  proxy_test_result_error_source: errorCode === null ? null : 'proxy',
  proxy_test_result_protocol: null,
  proxy_test_result_response_time: responseTime,
  proxy_test_server_city_name: null,
  proxy_test_server_country_id: null,
  proxy_host: null,
  proxy_port: null,
  proxy_test_result_creation_datetime: testedAt,
  source: 'service',
  receivedAtMs: null,
  isBeforeReplacement: false,
  observed: null,
});

it('puts results in the order of time, and reads their times', () => {
  const history = readTestHistory([
    result(null, null, null),
    result(false, 900, '2026-10-02 08:00:00', 'timeout'),
    result(true, 200, '2026-10-01 08:00:00'),
    result(true, 100, '2026-09-30 08:00:00'),
  ]);
  expect(history.results.map((row) => row.proxy_test_result_response_time)).toEqual([100, 200, 900, null]);
  expect(history).toMatchObject({
    failedCount: 1,
    slowest: 900,
    median: 200,
    p95: 900,
    from: '2026-09-30 08:00:00',
    to: '2026-10-02 08:00:00',
  });
});

it('takes p95 from the results themselves', () => {
  const rows = Array.from({ length: 100 }, (_, place) => result(true, 100 - place, null));
  expect(readTestHistory(rows)).toMatchObject({ median: 50, p95: 95, slowest: 100, from: null });
});

it('says nothing of what no result tells', () => {
  expect(readTestHistory([result(null, null, null)])).toMatchObject({
    slowest: null,
    median: null,
    p95: null,
    from: null,
    to: null,
  });
});

const found = { exitAddress: null, revealingHeaders: [] };

it('says the outcome of the last test once: not again if it is in the list', () => {
  const works = { reason: null, fault: null };
  expect(describeLast(works, found, true)).toBe('');
  expect(describeLast(works, found, false)).toBe('Last: works');
  expect(describeLast(works, { ...found, exitAddress: '203.0.113.9' }, true)).toBe('Exit 203.0.113.9');
});

it('gives the reason of a failure and the side at fault', () => {
  const fails = { reason: 'refused', fault: 'proxy' } as const;
  const listed = describeLast(fails, found, true);
  expect(listed).toMatch(/, proxy at fault$/);
  expect(describeLast(fails, found, false)).toBe(`Last: ${listed.charAt(0).toLowerCase()}${listed.slice(1)}`);
});
