import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import ProxyTests from '../../../src/renderer/proxies/ProxyTests.svelte';
import { testResultFields, type Fault, type TestResultRow } from '../../../src/shared/records/test-result.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { show } from '../../support/window/show.ts';

const phases = { lookup: null, connect: 10, handshake: 5, tls: null, firstByte: 25, body: null };
const result = (reason: string | null, fault: Fault | null): TestResultRow => ({
  ...emptyRow(testResultFields),
  proxy_id: 'p',
  proxy_test_result_is_successful: reason === null,
  proxy_test_result_response_time: reason === null ? 40 : null,
  source: 'here',
  receivedAtMs: Date.parse('2026-11-20T10:00:00Z'),
  isBeforeReplacement: false,
  observed: { reason, fault, status: null, bytes: 100, phases, exitAddress: null, revealingHeaders: [] },
});
const tests = page.getByRole('region', { name: 'Tests from this machine' });

test('a proxy that was tested once is said to work once', async () => {
  await show(ProxyTests, { results: [result(null, null)] });
  await expect.element(tests).toMatchTextContent(/Works, 40 ms/);
  expect(tests.element().textContent.match(/works/gi)).toHaveLength(1);
});

test('a failure of this machine is not one of the proxy: its outcome is unknown, and the side at fault is named', async () => {
  await show(ProxyTests, { results: [result('no-route', 'machine'), result('refused', 'proxy')] });
  await expect.element(tests).toMatchTextContent(/No route to the proxy, this machine at fault/);
  const outcomes = [...tests.element().querySelectorAll('p.figures')];
  expect(outcomes.map(({ textContent }) => textContent.trim().split(/\s/)[0])).toEqual(['Unknown', 'Fails']);
  expect(outcomes.map(({ classList }) => classList.contains('bad'))).toEqual([false, true]);
});

test('failures of this machine are neither counted nor red in the chart of many results', async () => {
  const faults = ['machine', 'machine', 'proxy', 'proxy', 'proxy'] as const;
  await show(ProxyTests, {
    results: faults.map((fault) => result(fault === 'machine' ? 'no-route' : 'refused', fault)),
  });
  await expect.element(tests.getByRole('img', { name: /^5 latest results, 3 of them failed/ })).toBeVisible();
});
