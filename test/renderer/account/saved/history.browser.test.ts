import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { AccountState } from '../../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../../src/renderer/app/list-columns.ts';
import { followInRoot } from './follow-in-root.svelte.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function openAccount(): { app: AppState; account: AccountState } {
  const app = new AppState();
  app.view = 'overview';
  const account = new AccountState(app, 'a', listColumns);
  ends.push(
    followInRoot(() => {
      account.history.follow();
    }),
  );
  flushSync();
  return { app, account };
}

it('goes back from an opened figure to the view and to the own filter that it replaced', () => {
  const { app, account } = openAccount();
  app.view = 'proxies';
  account.lists.proxies.apply('country:US');
  flushSync();
  app.view = 'overview';
  flushSync();
  account.showFound('proxies', 'last:fails');
  flushSync();
  expect(account.history.cameFrom).toBe('Overview');
  account.history.goBack();
  flushSync();
  expect(app.view).toBe('overview');
  expect(account.lists.proxies.text).toBe('country:US');
  account.history.goForward();
  flushSync();
  expect(app.view).toBe('proxies');
  expect(account.lists.proxies.text).toBe('last:fails');
});

it('takes what is typed into a filter for the same place', () => {
  const { app, account } = openAccount();
  app.view = 'proxies';
  flushSync();
  for (const text of ['c', 'ci', 'city', 'city:x']) {
    account.lists.proxies.apply(text);
    flushSync();
  }
  account.history.goBack();
  flushSync();
  expect(app.view).toBe('overview');
  expect(account.history.canGoBack).toBe(false);
});

it('goes back through filters that were clicked, and ends at the first place', () => {
  const { app, account } = openAccount();
  app.view = 'proxies';
  flushSync();
  account.lists.proxies.toggle('country', 'US');
  flushSync();
  account.lists.proxies.toggle('type', 'isp');
  flushSync();
  account.history.goBack();
  flushSync();
  expect(account.lists.proxies.text).toBe('country:US');
  account.history.goBack();
  account.history.goBack();
  flushSync();
  expect(app.view).toBe('overview');
  account.history.goBack();
  expect(app.view).toBe('overview');
});

it('names no place to return to after a view was opened by its entry', () => {
  const { app, account } = openAccount();
  app.view = 'services';
  flushSync();
  expect(account.history.cameFrom).toBeNull();
  expect(account.history.canGoBack).toBe(true);
});
