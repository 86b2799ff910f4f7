import type { AccountState } from '../account/account-state.svelte.ts';
import { filterOfServices } from '../account/find-target.ts';

/**
 * Shows the proxies of services; if that fails, a toast shows why.
 *
 * @param ids null: the selected services
 */
export async function showProxiesOfServices(
  account: AccountState,
  ids: readonly string[] | null,
): Promise<void> {
  await account.app.toasts.attempt(async () => {
    await account.showProxies(await filterOfServices(account, ids));
  });
}
