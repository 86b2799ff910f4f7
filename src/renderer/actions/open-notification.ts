import { tick } from 'svelte';
import type { NotificationTarget } from '../../shared/notifications.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import type { AppState } from '../account/app-state.svelte.ts';

/** Opens the list behind a notification, in its account. */
export async function openNotification(
  app: AppState,
  accountId: string,
  present: () => AccountState | null,
  { view, filter }: NotificationTarget,
): Promise<void> {
  if (app.accountId !== accountId) await app.selectAccount(accountId);
  // The state of the account follows with the page.
  await tick();
  const account = present();
  if (account?.id !== accountId) return;
  app.dialog = null;
  if (view === 'usage') {
    app.showUsage(filter === 'mobile' ? 'mobile' : 'residential');
    return;
  }
  app.view = view;
  if (filter === null) return;
  if (view === 'tests') account.tests.select(Number(filter));
  else account.list?.filter(filter);
}
