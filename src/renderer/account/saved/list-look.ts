import type { AccountState } from '../account-state.svelte.ts';
import type { ListLook, SavedView } from './saved-views.svelte.ts';

/** The look of the view's list; null: no list. */
export function lookOf(account: AccountState): ListLook | null {
  const { list } = account;
  if (list === null) return null;
  const { name, grid, leftText } = list;
  return {
    list: name,
    where: leftText,
    sort: grid.sort,
    columns: account.columns[name].layout,
  };
}

export function openView(account: AccountState, view: SavedView): void {
  const { list: name, where, sort, columns } = view;
  account.showList(name);
  account.columns[name].layout = columns;
  account.lists[name].grid.sort = sort;
  account.lists[name].filter(where);
  account.savedViews.openedId = view.id;
}

/** Updates a saved view, with undo. */
export async function updateView(account: AccountState, view: SavedView): Promise<void> {
  const look = lookOf(account);
  if (look === null) return;
  const put = (look: ListLook): Promise<true | undefined> =>
    account.app.toasts.attempt(async () => {
      await account.savedViews.put(view.name, look, view);
      return true as const;
    });
  if (await put(look)) {
    account.app.toasts.notify(`Updated the view “${view.name}”.`, {
      title: 'Undo',
      run: () => void put(view),
    });
  }
}
