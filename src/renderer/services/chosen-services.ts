import { formatTerm, parseQuery } from '../../shared/query.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { countOf } from '../format/format-number.ts';

/**
 * Shows the proxies of the chosen services.
 *
 * @returns whether they are shown; what failed has been said
 */
export async function showChosenProxies(account: AccountState): Promise<boolean> {
  const { selected, app } = account;
  const services = await app.toasts.attempt(() => selected.services.rows());
  if (services === undefined || services.length === 0) return false;
  const ids = services.map(({ service_id: id }) => id);
  const filter = formatTerm('service', ids, true);
  if (!parseQuery(filter, 'proxies').ok) {
    app.toasts.notifyFailure({
      code: 'invalid-input',
      message: `${countOf(ids.length, 'service')} are more than one filter can name. Nothing was changed: choose fewer, or filter the proxies by what the services have in common.`,
    });
    return false;
  }
  await account.showProxies(filter);
  return true;
}

/** Shows the proxies of the chosen services and opens a dialog for them. */
export async function openWithProxies(
  account: AccountState,
  kind: 'export' | 'test',
): Promise<void> {
  if (await showChosenProxies(account)) account.app.dialog = { kind, scope: 'query' };
}
