import type { SortKey } from '../../shared/filter/query-term.ts';
import { listNames, lists, mapLists, type ListName, type RowOf } from '../../shared/lists.ts';
import { ask } from '../bridge.ts';
import { Columns } from '../table/columns/columns.svelte.ts';
import type { ColumnLayout } from '../table/columns/column-layout.ts';
import type { ColumnSubject, GridColumn } from '../table/columns/grid-column.ts';
import { ListState } from '../table/rows/list-state.svelte.ts';
import { Selected } from '../table/rows/selected.svelte.ts';

export type Lists = { readonly [L in ListName]: ListState<RowOf<L>> };
export type ListColumns = {
  readonly [L in ListName]: readonly GridColumn<RowOf<L>>[];
};
export type ColumnsByList = { readonly [L in ListName]: Columns<RowOf<L>> };
export type Selections = {
  readonly [L in 'proxies' | 'services' | 'tested' | 'changes']: Selected<RowOf<L>>;
};

/** The default user, then by name. */
export const userOrder: readonly SortKey[] = [
  { field: 'proxy_user_is_default', isDescending: true },
  { field: 'proxy_user_id', isDescending: false },
];

/** Default: as received. */
const firstOrders: { readonly [L in ListName]?: readonly SortKey[] } = {
  proxy_users: [{ field: 'proxy_user_id', isDescending: false }],
};

/** Of unsorted lists; no heading shows it. */
const restOrders: { readonly [L in ListName]?: readonly SortKey[] } = {
  // Newest sync first; services and users are few and matter most.
  changes: [
    { field: 'sync_id', isDescending: true },
    { field: 'list', isDescending: true },
    { field: 'kind', isDescending: true },
  ],
  // Each sync adds the newest after the others.
  residential_ledger: [{ field: 'residential_ledger_period_date', isDescending: true }],
};

export function createLists(accountId: string): Lists {
  const created = mapLists<Lists>((list) => {
    const { idField } = lists[list];
    return new ListState<RowOf<ListName>>(list, {
      query(where) {
        const ordered = (sort: readonly SortKey[]): readonly SortKey[] =>
          sort.length > 0 ? sort : (restOrders[list] ?? []);
        const found = { accountId, list, where };
        return {
          where,
          count: () => ask('list:count', found),
          find: (sort, fields, prefix) => ask('list:index', { ...found, sort: ordered(sort), fields, prefix }),
          indexOf: (sort, id) => ask('list:index', { ...found, sort: ordered(sort), id }),
          rows: (sort, offset, limit) => ask('list:rows', { ...found, sort: ordered(sort), offset, limit }),
        };
      },
      // The rows of every list have their ID field as text.
      idOf: (row) => (row as unknown as { readonly [field: string]: string })[idField] ?? '',
    });
  });
  for (const list of listNames) created[list].grid.sort = firstOrders[list] ?? [];
  return created;
}

export function createSelections(accountId: string, { proxies, services, tested, changes }: Lists): Selections {
  const stillFound =
    (list: ListName) =>
    (where: string, ids: readonly string[]): Promise<readonly string[]> =>
      ask('list:still-found', { accountId, list, where, ids });
  return {
    proxies: new Selected('proxies', proxies.grid, stillFound('proxies')),
    services: new Selected('services', services.grid, stillFound('services')),
    tested: new Selected('tested', tested.grid, stillFound('tested')),
    changes: new Selected('changes', changes.grid, stillFound('changes')),
  };
}

/**
 * @param onChange gets the user's layouts
 * @param hasAny whether the account has results or tags
 */
export function createColumns(
  all: ListColumns,
  onChange: (list: ListName, layout: ColumnLayout) => void,
  hasAny: (subject: ColumnSubject, list: ListName) => boolean,
): ColumnsByList {
  return mapLists<ColumnsByList>((list) => {
    const save = (layout: ColumnLayout): void => {
      onChange(list, layout);
    };
    return new Columns<never>(all[list], save, (subject) => hasAny(subject, list));
  });
}
