import { attempt } from '../bridge.ts';
import type { Desk } from './desk.svelte.ts';
import type { ListLook, SavedView } from './saved-view.ts';

/** How the list of the present view is looked at; null: it has none. */
export function lookOf(desk: Desk): ListLook | null {
  const { list } = desk;
  if (list === null) return null;
  const { name, grid } = list;
  return {
    list: name,
    where: list.text.trim(),
    sort: grid.sort,
    columns: desk.columns[name].layout,
  };
}

/** Shows a list as it was saved. */
export function openView(desk: Desk, view: SavedView): void {
  const { list: name, where, sort, columns } = view;
  if (name === 'ledger') desk.showUsage('residential');
  else desk.view = name;
  desk.columns[name].layout = columns;
  desk[name].grid.sort = sort;
  desk[name].filter(where);
  desk.savedViews.openedId = view.id;
}

/** Saves what is shown into a view that is there; the message can take it back. */
export async function updateView(desk: Desk, view: SavedView): Promise<void> {
  const look = lookOf(desk);
  if (look === null) return;
  const put = (kept: ListLook): Promise<true | undefined> =>
    attempt(async () => {
      await desk.savedViews.put(view.name, kept, view);
      return true as const;
    }, desk.notices.sayFailure);
  if (await put(look)) {
    desk.notices.say(`The view “${view.name}” has what is shown.`, {
      title: 'Undo',
      run: () => void put(view),
    });
  }
}
