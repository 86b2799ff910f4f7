import { isJsonObject, parseJson, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import { parseQuery } from '../../../shared/filter/query.ts';
import type { QueryList, SortKey } from '../../../shared/filter/query-term.ts';
import { views, type View } from '../../../shared/views.ts';
import { paneLimits, type PaneName } from '../../kit/pane/panes.svelte.ts';
import type { AccountState } from '../account-state.svelte.ts';
import { readSort } from './saved-view.ts';

/**
 * Where the user was in an account when its window was closed. It is stored in the window's own
 * storage because it must be there before the first frame; losing it costs nothing.
 */
export interface SavedPlace {
  readonly view: View | null;
  readonly areFacetsOpen: boolean | null;
  readonly isInspectorOpen: boolean | null;
  readonly panesPx: { readonly [N in PaneName]?: number };
  readonly lists: { readonly [L in QueryList]?: ListPlace };
}

interface ListPlace {
  readonly where: string;
  readonly sort: readonly SortKey[];
  /** How far the table was scrolled, in CSS pixels. */
  readonly topPx: number;
}

const prefix = 'place:';
const saveDelayMs = 500;
const listNames = ['proxies', 'services', 'users', 'ledger'] as const satisfies QueryList[];

/** Puts an account where its user left it; call it before the account is started. */
export function restorePlace(account: AccountState): void {
  const { app } = account;
  forgetRemoved(app.accounts.map(({ id }) => id));
  const place = readPlace(localStorage.getItem(prefix + account.id));
  if (place === null) return;
  if (place.view !== null) app.view = place.view;
  app.areFacetsOpen = place.areFacetsOpen ?? app.areFacetsOpen;
  app.isInspectorOpen = place.isInspectorOpen ?? app.isInspectorOpen;
  for (const pane of Object.keys(paneLimits) as PaneName[]) {
    app.panes.resize(pane, place.panesPx[pane] ?? paneLimits[pane].defaultPx);
  }
  for (const name of listNames) {
    const list = place.lists[name];
    if (list === undefined) continue;
    account[name].text = list.where;
    account[name].grid.restore(list.sort, list.topPx);
  }
}

/**
 * Saves the place of an account a moment after each change of it, when the window closes and when
 * another account is opened; call it while a component is set up.
 */
export function followPlace(account: AccountState): void {
  let unsaved: SavedPlace | null = null;
  const save = (): void => {
    if (unsaved === null) return;
    localStorage.setItem(prefix + account.id, JSON.stringify(unsaved));
    unsaved = null;
  };
  $effect(() => {
    unsaved = placeOf(account);
    const timer = setTimeout(save, saveDelayMs);
    return () => {
      clearTimeout(timer);
    };
  });
  $effect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      // An account that was removed leaves nothing behind.
      if (account.app.accounts.some(({ id }) => id === account.id)) save();
    };
  });
}

function placeOf(account: AccountState): SavedPlace {
  const { view, areFacetsOpen, isInspectorOpen, panes } = account.app;
  const ofList = (name: QueryList): ListPlace => {
    const { appliedText: where, grid } = account[name];
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

/** Reads a saved place; null: there is none. What it cannot use is left out. */
export function readPlace(text: string | null): SavedPlace | null {
  const saved = text === null ? null : parseOrNull(text);
  if (!isJsonObject(saved)) return null;
  const panes = objectOf(saved['panesPx']);
  const lists = objectOf(saved['lists']);
  return {
    view: views.find((view) => view === saved['view']) ?? null,
    areFacetsOpen: booleanOf(saved['areFacetsOpen']),
    isInspectorOpen: booleanOf(saved['isInspectorOpen']),
    panesPx: Object.fromEntries(
      Object.entries(panes).filter(([, widthPx]) => typeof widthPx === 'number'),
    ),
    lists: Object.fromEntries(
      listNames.flatMap((name) =>
        isJsonObject(lists[name] ?? null) ? [[name, readList(name, objectOf(lists[name]))]] : [],
      ),
    ),
  };
}

function readList(name: QueryList, { where, sort, topPx }: JsonObject): ListPlace {
  return {
    // A filter that this version does not understand would leave the list empty.
    where: typeof where === 'string' && parseQuery(where, name).ok ? where : '',
    sort: readSort(sort),
    topPx: typeof topPx === 'number' ? topPx : 0,
  };
}

/** Removes the places of accounts that no longer exist, with their filters. */
function forgetRemoved(accountIds: readonly string[]): void {
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(prefix) && !accountIds.includes(key.slice(prefix.length))) {
      localStorage.removeItem(key);
    }
  }
}

function parseOrNull(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

const objectOf = (value: JsonValue | undefined): JsonObject =>
  isJsonObject(value ?? null) ? (value as JsonObject) : {};
const booleanOf = (value: JsonValue | undefined): boolean | null =>
  typeof value === 'boolean' ? value : null;
