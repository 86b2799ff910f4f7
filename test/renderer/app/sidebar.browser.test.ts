import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import Sidebar from '../../../src/renderer/app/Sidebar.svelte';
import { answerRequests } from '../../support/window/answer-requests.ts';
import InAccount from '../../support/window/InAccount.svelte';
import { show } from '../../support/window/show.ts';

beforeEach(() => {
  answerRequests(() => []);
});

test('in a narrow window the sidebar makes way for the view that was clicked, until the pointer comes again', async () => {
  const account = new AccountState(new AppState(), 'a', listColumns);
  await show(InAccount, { account, shown: Sidebar }, { width: 450, height: 600 });
  const sidebar = page.getByRole('navigation', { name: 'Views' });
  const readWidth = (): number => sidebar.element().getBoundingClientRect().width;
  const pointAt = (x: number): Promise<void> =>
    page.elementLocator(document.documentElement).hover({ position: { x, y: 20 } });
  await pointAt(400);
  await expect.poll(readWidth).toBeLessThan(100);
  await pointAt(10);
  await expect.poll(readWidth).toBeGreaterThan(150);
  await sidebar.getByRole('button', { name: 'Gateway' }).click({ position: { x: 10, y: 10 } });
  expect(account.app.view).toBe('gateway');
  await expect.poll(readWidth).toBeLessThan(100);
  await pointAt(400);
  await pointAt(10);
  await expect.poll(readWidth).toBeGreaterThan(150);
});

test('in a narrow window the sidebar makes way for a saved view that was clicked', async () => {
  const account = new AccountState(new AppState(), 'a', listColumns);
  const columns = { shown: {}, widthsPx: {} };
  account.savedViews.all = [
    { id: 1, position: 1, name: 'US', list: 'proxies', where: 'country:US', sort: [], columns },
  ];
  await show(InAccount, { account, shown: Sidebar }, { width: 450, height: 600 });
  const sidebar = page.getByRole('navigation', { name: 'Views' });
  const readWidth = (): number => sidebar.element().getBoundingClientRect().width;
  await sidebar.hover({ position: { x: 10, y: 20 } });
  await expect.poll(readWidth).toBeGreaterThan(150);
  await sidebar.getByText('US', { exact: true }).click();
  expect(account.list?.text).toBe('country:US');
  await expect.poll(readWidth).toBeLessThan(100);
});
