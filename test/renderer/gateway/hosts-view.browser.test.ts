import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import HostsView from '../../../src/renderer/gateway/HostsView.svelte';
import { figureFields, type FigureRow } from '../../../src/shared/records/gateway-figure.ts';
import { emptyRow } from '../../support/empty-row.ts';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

/** Seven requests, for which fourteen proxies were tried. */
const figures: { readonly [by: string]: Partial<FigureRow> } = {
  host: { name: 'shop.example', requests: 7, failed: 1, works_percent: 85.7 },
  proxy: { name: '198.51.100.1:8000', requests: 14, failed: 8, works_percent: 42.9 },
  rule: { name: 'scraper', requests: 7, failed: 1, works_percent: 85.7 },
};

/** Shows the view, whose details are open. */
async function showHosts(): Promise<void> {
  answerRequests((name, { where = '' }) => {
    const by = /by:(\w+)/.exec(where)?.[1] ?? 'host';
    if (name === 'settings:get-account') return { gatewayLogDays: 7 };
    if (name === 'list:count') return 1;
    if (name === 'list:groups') return { groups: [], others: { groupCount: 0, count: 0 } };
    return name === 'list:rows' ? [{ ...emptyRow(figureFields), figure_id: by, by, ...figures[by] }] : undefined;
  });
  const app = new AppState();
  app.isInspectorOpen = true;
  const account = new AccountState(app, 'a', listColumns);
  await account.lists.hosts.grid.reload();
  await show(InAccount, { account, shown: HostsView });
}
const table = page.getByRole('grid', { name: 'Hosts' });
const firstRow = table.getBySelector('[data-index="0"]');

test('figures of hosts count requests, and those of proxies are called tries', async () => {
  await showHosts();
  const details = page.getByRole('complementary');
  const heading = table.getBySelector('[data-key="requests"][role="columnheader"]');
  await expect.element(heading).toMatchTextContent('Requests');
  await firstRow.click();
  await expect.element(details).toMatchTextContent(/7 requests in 7 days, 1 fail/);
  await page.getByRole('radio', { name: 'Proxies' }).click();
  await expect.element(heading).toMatchTextContent('Tries');
  await firstRow.click();
  await expect.element(details).toMatchTextContent(/14 tries in 7 days, 8 fail/);
  // What is next to the table is of requests.
  await expect.element(page.getByText(/^7 requests, 85\.7% work/)).toBeVisible();
});

test('the list of columns says which of the ticked ones are not drawn because the rows have nothing for them', async () => {
  await showHosts();
  await expect.element(firstRow).toBeVisible();
  await page.getByRole('button', { name: 'Columns of Hosts' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns of Hosts' }).element();
  const ticked = [...panel.querySelectorAll('li')]
    .filter((item) => item.querySelector('input')?.checked === true)
    .map((item) => item.textContent.replaceAll(/\s+/g, ' ').trim());
  expect(ticked.filter((text) => text.endsWith(' empty here'))).toEqual(['p50 (ms) empty here', 'Cost empty here']);
  const headings = table.getByRole('columnheader').elements();
  expect(ticked.filter((text) => !text.endsWith(' empty here'))).toEqual(
    headings.map(({ textContent }) => textContent.trim()),
  );
});
