import type { SortKey } from '../../shared/filter/query-term.ts';
import { lists, type ListName } from '../../shared/lists.ts';
import type { AccountState } from '../account/account-state.svelte.ts';
import { ask } from '../bridge.ts';
import { countOf } from '../format/format-number.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';

/** The rows of a list that a filter finds, in their order. */
interface SavedRows {
  readonly list: ListName;
  readonly where: string;
  readonly sort: readonly SortKey[];
}

async function saveShown(
  account: AccountState,
  { list, where, sort }: SavedRows,
  format: 'csv' | 'json',
  fileName: string,
): Promise<void> {
  const { id: accountId, app } = account;
  const saved = await app.toasts.attempt(() =>
    ask('list:save', { accountId, list, where, sort: [...sort], format, fileName }),
  );
  if (saved == null) return;
  app.toasts.notify(`Saved ${countOf(saved.rowCount, lists[list].one, lists[list].many)} to ${saved.fileName}.`);
}

/**
 * Menu items that save a list.
 *
 * @param rows gets the rows when an item is chosen
 * @param fileName without extension
 */
export const saveItems = (account: AccountState, rows: () => SavedRows, fileName: string): readonly MenuItem[] =>
  (['csv', 'json'] as const).map((format) => ({
    title: `Save as ${format.toUpperCase()}…`,
    run: () => void saveShown(account, rows(), format, fileName),
  }));
