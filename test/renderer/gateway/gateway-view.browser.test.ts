import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import GatewayView from '../../../src/renderer/gateway/GatewayView.svelte';
import type { RuleState } from '../../../src/shared/gateway/gateway.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { answerRules } from '../../support/window/rules-in-memory.ts';
import { show } from '../../support/window/show.ts';

const ofRule: RuleState = {
  ruleId: 1,
  problem: null,
  inRotation: 800,
  ipv6Skipped: 142,
  proxyCount: 942,
  open: 0,
  connections: 7,
  blocked: 0,
  lines: [],
  elsewhere: 0,
  failed: 8,
  recent: { requests: 7, failed: 1 },
  receivedBytes: 0,
  sentBytes: 0,
  out: [],
  outCount: 0,
};

test('proxies that are skipped because this machine has no IPv6 are one line of their rule, and its failures have one name', async () => {
  const common = { sinceMs: 0, connections: [], openCount: 0, failures: [], throughput: [] };
  answerRules([{ name: 'scraper' }], { state: { ...common, rules: [ofRule], failureCount: 8 } });
  const account = new AccountState(new AppState(), 'a', listColumns);
  await account.gateway.reload();
  await show(InAccount, { account, shown: GatewayView });
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('scraper: 142 IPv6 proxies are skipped: this machine has no IPv6.');
  const rule = page.getByRole('region', { name: 'Rules' }).getByRole('row').nth(1);
  await expect.element(rule).toMatchTextContent(/800 of 942/);
  // A request may fail with several proxies before one works: these are failures, not failed requests.
  await expect.element(page.getByRole('columnheader', { name: 'Failures' })).toBeVisible();
  await expect.element(page.getByRole('region', { name: 'Failures' })).toMatchTextContent(/Failures\s*8 since/);
});
