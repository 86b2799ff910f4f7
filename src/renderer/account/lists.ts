import type { ProxyEndpoint } from '../../shared/records/proxy.ts';
import type { ProxyUserRow } from '../../shared/records/proxy-user.ts';
import type { ServiceRow } from '../../shared/records/service.ts';
import type { LedgerRow } from '../../shared/records/usage.ts';
import { ask } from '../bridge.ts';
import { Columns } from '../table/columns/columns.svelte.ts';
import type { ColumnLayout } from '../table/columns/column-layout.ts';
import type { ColumnSubject, GridColumn } from '../table/columns/grid-column.ts';
import { ListState, type ListRequests } from '../table/rows/list-state.svelte.ts';
import { Selected } from '../table/rows/selected.svelte.ts';

/** The row of each list that has a filter. */
interface ListRows {
  readonly proxies: ProxyEndpoint;
  readonly services: ServiceRow;
  readonly users: ProxyUserRow;
  readonly ledger: LedgerRow;
}

export type Lists = { readonly [L in keyof ListRows]: ListState<ListRows[L]> };
/** The columns that each list offers; the views declare them. */
export type ListColumns = {
  readonly [L in keyof ListRows]: readonly GridColumn<ListRows[L]>[];
};
export type ColumnsByList = { readonly [L in keyof ListRows]: Columns<ListRows[L]> };
/** The selection of each list in which several rows can be selected. */
export type Selections = {
  readonly [L in 'proxies' | 'services']: Selected<ListRows[L]>;
};

/** The lists of an account, each with the requests that fill it. */
export function createLists(accountId: string): Lists {
  const find: ListRequests<never>['find'] = (request) => ask('filter:find-row', request);
  return {
    proxies: new ListState(accountId, 'proxies', {
      list: (request) => ask('proxies:list', request),
      count: (request) => ask('proxies:count', request),
      find,
      idOf: (row) => row.proxy_id,
    }),
    services: new ListState(accountId, 'services', {
      list: (request) => ask('services:list', request),
      count: (request) => ask('services:count', request),
      find,
      idOf: (row) => row.service_id,
    }),
    users: new ListState(accountId, 'users', {
      list: (request) => ask('users:list', request),
      count: (request) => ask('users:count', request),
      find,
      idOf: (row) => row.proxy_user_id,
    }),
    ledger: new ListState(accountId, 'ledger', {
      list: (request) => ask('usage:ledger', request),
      count: (request) => ask('usage:ledger-count', request),
      find,
      idOf: (row) => row.residential_ledger_id,
    }),
  };
}

/** The selections of an account. */
export function createSelections(accountId: string, { proxies, services }: Lists): Selections {
  return {
    proxies: new Selected(proxies.grid, (where, ids) =>
      ask('proxies:still-found', { accountId, where, ids }),
    ),
    services: new Selected(services.grid, (where, ids) =>
      ask('services:still-found', { accountId, where, ids }),
    ),
  };
}

/**
 * The columns of each list.
 *
 * @param onChange called with every layout that the user makes
 * @param hasAny whether the account has any test results or tags
 */
export function createColumns(
  all: ListColumns,
  onChange: (list: keyof ListRows, layout: ColumnLayout) => void,
  hasAny: (subject: ColumnSubject) => boolean,
): ColumnsByList {
  const columnsOf = <L extends keyof ListRows>(list: L): Columns<ListRows[L]> =>
    new Columns<ListRows[L]>(
      all[list],
      (layout) => {
        onChange(list, layout);
      },
      hasAny,
    );
  return {
    proxies: columnsOf('proxies'),
    services: columnsOf('services'),
    users: columnsOf('users'),
    ledger: columnsOf('ledger'),
  };
}
