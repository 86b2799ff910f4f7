import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import ServiceLink from '../../../src/renderer/overview/ServiceLink.svelte';
import Timeline from '../../../src/renderer/overview/Timeline.svelte';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

beforeEach(() => {
  answerRequests(() => []);
});

test('without a service that ends or renews the timeline is one line, without an axis', async () => {
  const account = new AccountState(new AppState(), 'a', listColumns);
  const coming = { first: '2026-11-24', last: '2026-12-23', groups: [], services: [] };
  await show(InAccount, { account, shown: Timeline, props: { coming, data: [] } });
  const region = page.getByRole('region', { name: /^Next 30 days/ });
  await expect.element(region.getByText('No service ends or renews.')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Services by day of expiry' })).not.toBeInTheDocument();
});

test('the name of a service opens that service, and not all that end with it', async () => {
  const account = new AccountState(new AppState(), 'a', listColumns);
  const service = { service_id: 'API-7', service_name: 'Service 7' };
  account.lists.services.text = 'cycle:monthly';
  await show(InAccount, { account, shown: ServiceLink, props: { service } });
  await page.getByRole('button', { name: 'Service 7' }).click();
  expect(account.app.view).toBe('services');
  // The list has no rows yet, so the service is found by its ID.
  await expect.poll(() => account.lists.services.text).toBe('id:API-7');
});
