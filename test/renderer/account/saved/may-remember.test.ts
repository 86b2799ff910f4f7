import { afterEach, expect, test, vi } from 'vitest';
import { AccountState } from '../../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../../src/renderer/account/app-state.svelte.ts';
import { mayRemember } from '../../../../src/renderer/account/saved/recent-items.svelte.ts';
import { lastViewOf } from '../../../../src/renderer/account/saved/last-view.svelte.ts';
import { listColumns } from '../../../../src/renderer/app/list-columns.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each([
  '203.0.113.7:8080:user1:CanaryPasswordXyZ9',
  '"203.0.113.7:8080:user1:CanaryPasswordXyZ9"',
  'user1:CanaryPasswordXyZ9@203.0.113.7:8080',
  'socks5://user1:CanaryPasswordXyZ9@203.0.113.7:8080',
  'country:US [2001:db8::1]:8080:user1:CanaryPasswordXyZ9',
])('a filter with the shape of credentials is not stored: %s', (text) => {
  expect(mayRemember('proxies', text, 12)).toBe(false);
});

test('words that find nothing are not stored, because they may be a password', () => {
  expect(mayRemember('proxies', 'CanaryPasswordXyZ9', 0)).toBe(false);
  expect(mayRemember('proxies', 'CanaryPasswordXyZ9', null)).toBe(false);
  expect(mayRemember('proxies', 'hudson', 24)).toBe(true);
  expect(mayRemember('proxies', 'failed:<24h', 0)).toBe(true);
});

test('the place of a list is stored without such a filter', () => {
  vi.stubGlobal('window', { bridge: { request: () => Promise.withResolvers<string>().promise, on: () => vi.fn() } });
  const account = new AccountState(new AppState(), 'a', listColumns);
  account.lists.proxies.text = '"203.0.113.7:8080:user1:CanaryPasswordXyZ9"';
  account.lists.services.text = 'type:isp';
  const { lists } = lastViewOf(account);
  expect([lists.proxies?.where, lists.services?.where]).toEqual(['', 'type:isp']);
  account.recentFilters.add(account.lists.proxies);
  expect(account.recentFilters.of('proxies')).toEqual([]);
});
