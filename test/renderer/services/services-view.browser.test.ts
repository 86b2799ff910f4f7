import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import ServicesView from '../../../src/renderer/services/ServicesView.svelte';
import { serviceFields } from '../../../src/shared/records/service.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

test('the dot of a service is green only if it is active, not if it has ended', async () => {
  const statuses = ['active', 'complete', 'canceled', 'overdue', 'paused'];
  const rows = statuses.map((service_status) => ({
    ...emptyRow(serviceFields),
    service_id: service_status,
    service_status,
    proxyCount: 0,
    tags: null,
    note: null,
  }));
  answerRequests((name) => ({ 'list:rows': rows, 'list:count': rows.length })[name]);
  const account = new AccountState(new AppState(), 'a', listColumns);
  await account.lists.services.grid.reload();
  await show(InAccount, { account, shown: ServicesView });
  const grid = page.getByRole('grid', { name: 'Services' });
  await expect.element(grid.getBySelector('[data-index="4"]')).toBeVisible();
  const dots = statuses.map((_, at) => grid.getBySelector(`[data-index="${String(at)}"] .dot`).element());
  expect(dots.map((dot) => ['ok', 'warn', 'bad', 'none'].find((tone) => dot.classList.contains(tone)))).toEqual([
    'ok',
    'none',
    'bad',
    'bad',
    'warn',
  ]);
  // The word is the same as in the column.
  await expect.element(grid.getBySelector('[data-index="1"] [data-key="state"]')).toMatchTextContent('Complete');
  await expect.element(grid.getBySelector('[data-index="1"] [data-key="status"]')).toMatchTextContent('Complete');
});
