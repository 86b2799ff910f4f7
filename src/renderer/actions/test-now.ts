import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { Choice } from './target.ts';
import { findTarget, pointedTarget } from './find-target.ts';

/**
 * Tests the selection or the current row at once, as the last run did, or else with the URLs of the settings through
 * the service. The view stays: the result appears in the row.
 */
export async function testNow(account: AccountState, target: Choice = pointedTarget(account)): Promise<void> {
  const { id: accountId, tests, app } = account;
  const last = tests.runs.find(({ source }) => source !== 'gateway');
  await app.toasts.attempt(async () => {
    const { rows: proxies, count, userId } = await findTarget(account, target);
    const started = await ask('tests:start', {
      accountId,
      proxies,
      urls: [...(last?.urls ?? app.settings.testUrls)],
      proxyUserId: userId ?? last?.proxyUserId ?? undefined,
      settings: last?.settings ?? undefined,
    });
    tests.take(started);
    app.toasts.notify(`Testing ${countOf(count ?? 0, 'proxy', 'proxies')}.`);
  });
}
