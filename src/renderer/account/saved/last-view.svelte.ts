import { isJsonObject, parseObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { parseQuery } from '../../../shared/filter/query.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';
import { listNames, type ListName } from '../../../shared/lists.ts';
import { viewNames, type View } from '../../../shared/views.ts';
import { paneLimits, type PaneName } from '../../kit/pane/panes.svelte.ts';
import { ask } from '../../bridge.ts';
import { attempt } from '../../kit/async/promises.ts';
import type { AccountState } from '../account-state.svelte.ts';
import { mayRemember } from './recent-items.svelte.ts';
import { readSort } from './saved-views.svelte.ts';

/** Where the user was. Comes with the account, for the first frame; losing it costs nothing. */
interface LastView {
  readonly view: View | null;
  readonly areFacetsOpen: boolean | null;
  readonly isInspectorOpen: boolean | null;
  readonly panesPx: { readonly [N in PaneName]?: number };
  readonly lists: { readonly [L in ListName]?: LastListView };
}

interface LastListView {
  readonly where: string;
  readonly sort: readonly SortKey[];
  /** CSS pixels. */
  readonly topPx: number;
}

const saveDelayMs = 500;

/** Restores the view, before the account is started. */
export function restoreLastView(account: AccountState): void {
  const { app } = account;
  const last = readLastView(app.accounts.find(({ id }) => id === account.id)?.lastView ?? null);
  app.view = app.settings.startView === 'overview' ? 'overview' : (last?.view ?? 'overview');
  if (last === null) return;
  app.panes.restore({ filters: last.areFacetsOpen, details: last.isInspectorOpen });
  for (const pane of Object.keys(paneLimits) as PaneName[]) {
    app.panes.resize(pane, last.panesPx[pane] ?? paneLimits[pane].defaultPx);
  }
  for (const name of listNames) {
    const list = last.lists[name];
    if (list === undefined) continue;
    account.lists[name].text = list.where;
    account.lists[name].grid.restore(list.sort, list.topPx);
  }
}

/** Saves the last view after changes, at closing, and for another account; call it in set-up. */
export function followLastView(account: AccountState): void {
  let unsaved: LastView | null = null;
  const save = (): void => {
    if (unsaved === null) return;
    const request = { accountId: account.id, lastView: parseObject(JSON.stringify(unsaved)) };
    unsaved = null;
    void attempt(
      () => ask('accounts:put-last-view', request),
      () => undefined,
    );
  };
  $effect(() => {
    unsaved = lastViewOf(account);
    const timer = setTimeout(save, saveDelayMs);
    return () => {
      clearTimeout(timer);
    };
  });
  $effect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      // Not for a removed account.
      if (account.app.accounts.some(({ id }) => id === account.id)) save();
    };
  });
}

export function lastViewOf(account: AccountState): LastView {
  const { view, panes } = account.app;
  const { filters: areFacetsOpen, details: isInspectorOpen } = panes.chosen;
  const ofList = (name: ListName): LastListView => {
    const { leftText, appliedText, grid } = account.lists[name];
    const foundCount = grid.isCounted && leftText === appliedText ? grid.count : null;
    const where = mayRemember(name, leftText, foundCount) ? leftText : '';
    return { where, sort: grid.sort, topPx: Math.round(grid.topPx) };
  };
  return {
    view,
    areFacetsOpen,
    isInspectorOpen,
    panesPx: panes.widthsPx,
    lists: Object.fromEntries(listNames.map((name) => [name, ofList(name)])),
  };
}

/** Reads a saved view without unusable parts; null: none. */
export function readLastView(saved: JsonObject | null): LastView | null {
  if (saved === null) return null;
  const panes = objectOf(saved['panesPx']);
  const lists = objectOf(saved['lists']);
  return {
    view: viewNames.find((view) => view === saved['view']) ?? null,
    areFacetsOpen: booleanOf(saved['areFacetsOpen']),
    isInspectorOpen: booleanOf(saved['isInspectorOpen']),
    panesPx: Object.fromEntries(Object.entries(panes).filter(([, widthPx]) => typeof widthPx === 'number')),
    lists: Object.fromEntries(
      listNames.flatMap((name) =>
        isJsonObject(lists[name] ?? null) ? [[name, readList(name, objectOf(lists[name]))]] : [],
      ),
    ),
  };
}

function readList(name: ListName, { where, sort, topPx }: JsonObject): LastListView {
  return {
    // An invalid filter would empty the list.
    where: typeof where === 'string' && parseQuery(where, name).ok ? where : '',
    sort: readSort(sort),
    topPx: typeof topPx === 'number' ? topPx : 0,
  };
}

const objectOf = (value: JsonValue | undefined): JsonObject =>
  isJsonObject(value ?? null) ? (value as JsonObject) : {};
const booleanOf = (value: JsonValue | undefined): boolean | null => (typeof value === 'boolean' ? value : null);
