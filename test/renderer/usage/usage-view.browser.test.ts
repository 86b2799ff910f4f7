import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import UsageView from '../../../src/renderer/usage/UsageView.svelte';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

test('the ledgers are a choice of two like any other: a group of which an arrow key takes the next', async () => {
  answerRequests((name) => (name === 'record:cached' ? null : undefined));
  const account = new AccountState(new AppState(), 'a', listColumns);
  await show(InAccount, { account, shown: UsageView });
  const choice = page.getByRole('group', { name: 'Which ledger' });
  await expect.element(choice).toBeVisible();
  expect(choice.getByRole('radio').elements()).toHaveLength(2);
  choice.getByRole('radio', { name: 'Residential ledger' }).element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(choice.getByRole('radio', { name: 'Mobile ledger' })).toBeChecked();
  expect(account.app.usageKind).toBe('mobile');
});
