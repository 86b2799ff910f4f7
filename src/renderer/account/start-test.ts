import type { MenuItem } from '../kit/menu/menu-item.ts';
import { ask } from '../bridge.ts';
import type { AccountState } from './account-state.svelte.ts';
import type { ProxyTarget } from './action-target.ts';
import { findTarget } from './find-target.ts';

/**
 * Starts a test run of proxies and shows it.
 *
 * @param userId the proxy user whose credentials are used; null: each proxy's default user
 * @param signal cancels the run until it has started
 * @throws FailureError as the request does
 */
export async function startTest(
  account: AccountState,
  { proxies }: ProxyTarget,
  urls: readonly string[],
  userId: string | null,
  signal?: AbortSignal,
): Promise<void> {
  const { id: accountId, tests, app } = account;
  const user = userId === null ? {} : { proxyUserId: userId };
  const request = { accountId, proxies, urls: [...urls], ...user };
  const started = await ask('tests:start', request, signal);
  tests.take(started);
  tests.select(started.id);
  app.view = 'tests';
}

/** The other ways to test what an action applies to: with the URLs and the user of the last run. */
export function testItems(account: AccountState): readonly MenuItem[] {
  const [last] = account.tests.runs;
  const url = last?.urls[0];
  return [
    {
      title: url === undefined ? 'Again as last time' : `Again as last time: ${url}`,
      isEnabled: last !== undefined,
      run: () =>
        void account.app.toasts.attempt(async () => {
          if (last === undefined) return;
          const target = await findTarget(account);
          await startTest(account, target, last.urls, target.userId ?? last.proxyUserId);
        }),
    },
  ];
}
