import { flushSync } from 'svelte';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import Facets from '../../../src/renderer/proxies/Facets.svelte';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

const replyTo: Readonly<Record<string, unknown>> = {
  'proxies:facets': { country: [{ value: 'DE', label: 'DE', count: 7 }] },
  'list:rows': [{ proxy_id: '1' }],
  'list:count': 10,
};

test('values are counted while the rows of a first sync still arrive', async () => {
  const waiting: (() => void)[] = [];
  const canceled = vi.fn();
  answerRequests(async (name) => {
    // A count takes longer than the next rows.
    if (name === 'proxies:facets') await new Promise<void>((resolve) => waiting.push(resolve));
    return replyTo[name];
  }, canceled);
  const account = new AccountState(new AppState(), 'a', listColumns);
  const { grid } = account.lists.proxies;
  await grid.reload();
  await show(InAccount, { account, shown: Facets });
  await expect.poll(() => waiting.length).toBe(1);
  await grid.refresh();
  flushSync();
  await grid.refresh();
  flushSync();
  expect(canceled).not.toHaveBeenCalled();
  waiting[0]?.();
  await expect.element(page.getByRole('checkbox', { name: /DE|Germany/ })).toBeVisible();
  // The rows that came meanwhile are counted once.
  await expect.poll(() => waiting.length).toBe(2);
});

test('a count is given up once another filter is shown', async () => {
  const canceled = vi.fn();
  let counts = 0;
  answerRequests((name) => {
    if (name !== 'proxies:facets') return replyTo[name];
    counts += 1;
    return new Promise<never>(() => undefined);
  }, canceled);
  const account = new AccountState(new AppState(), 'a', listColumns);
  await account.lists.proxies.grid.reload();
  await show(InAccount, { account, shown: Facets });
  await expect.poll(() => counts).toBe(1);
  account.lists.proxies.apply('country:US');
  await expect.poll(() => canceled.mock.calls.length).toBeGreaterThan(0);
});
