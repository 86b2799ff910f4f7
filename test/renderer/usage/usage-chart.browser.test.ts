import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import UsageChart from '../../../src/renderer/usage/UsageChart.svelte';
import { residentialLedgerFields } from '../../../src/shared/records/usage.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

/** Entries of ten days; a part of them with a filter. */
const entriesOf = (where: string, sign = 1): readonly object[] =>
  Array.from({ length: 10 }, (_, day) => ({
    ...emptyRow(residentialLedgerFields),
    residential_ledger_id: `${day}`,
    residential_ledger_period_date: `2026-03-${String(day + 1).padStart(2, '0')}`,
    residential_ledger_reason: 'usage',
    residential_ledger_bytes: sign * (where === '' ? 3_000_000 : 1_000_000),
  }));

test('use that is booked with a minus has bars and a pace like any other', async () => {
  answerRequests((name) => {
    const replies: Readonly<Record<string, unknown>> = { 'list:rows': entriesOf('', -1), 'list:count': 10 };
    return Promise.resolve(replies[name]);
  });
  const account = new AccountState(new AppState(), 'a', listColumns);
  await account.lists.residential_ledger.grid.reload();
  const props = { bytesLeft: 30_000_000, receivedAt: '2026-03-10T12:00:00Z' };
  await show(InAccount, { account, shown: UsageChart, props });
  await expect.element(page.getByText(/ on average /)).toMatchTextContent('3.0 MB per day');
  await expect.element(page.getByText(/the remaining 30\.0 MB last until about/)).toBeVisible();
});

test('the pace of an account is never that of a part of its ledger', async () => {
  const waiting: (() => void)[] = [];
  let isHeld = false;
  answerRequests(async (name, { where = '', limit }) => {
    // Those of the chart are more than a page of the list.
    if (isHeld && limit === 10_000) await new Promise<void>((resolve) => waiting.push(resolve));
    const replies: Readonly<Record<string, unknown>> = { 'list:rows': entriesOf(where), 'list:count': 10 };
    return replies[name];
  });
  const account = new AccountState(new AppState(), 'a', listColumns);
  const { residential_ledger: ledger } = account.lists;
  await ledger.grid.reload();
  const props = { bytesLeft: null, receivedAt: '2026-03-10T12:00:00Z' };
  await show(InAccount, { account, shown: UsageChart, props });
  const pace = page.getByText(/ on average /);
  await expect.element(pace).toMatchTextContent('3.0 MB per day');
  ledger.filter('service:x');
  await expect.element(pace).not.toBeInTheDocument();
  isHeld = true;
  ledger.filter('');
  await expect.poll(() => waiting.length).toBe(1);
  await expect.element(pace).not.toBeInTheDocument();
  waiting[0]?.();
  await expect.element(pace).toMatchTextContent('3.0 MB per day');
});
