import type { ProxyEndpoint } from '../../shared/proxy.ts';
import type { ProxyUserRow } from '../../shared/proxy-user.ts';
import type { ServiceRow } from '../../shared/service.ts';
import type { LedgerRow } from '../../shared/usage.ts';
import { ask } from '../bridge.ts';
import { proxyColumns } from '../proxies/proxy-columns.ts';
import { serviceColumns } from '../services/service-columns.ts';
import { ledgerColumns } from '../usage/ledger-columns.ts';
import { userColumns } from '../users/user-columns.ts';
import { Columns } from '../table/columns/columns.svelte.ts';
import type { KeptColumns } from './kept-columns.ts';
import { ListState } from '../table/rows/list-state.svelte.ts';
import { Selected } from '../table/rows/selected.svelte.ts';

/** The lists of an account that have a filter, each with what it asks of the main process. */
export interface Lists {
  readonly proxies: ListState<ProxyEndpoint>;
  readonly services: ListState<ServiceRow>;
  readonly users: ListState<ProxyUserRow>;
  readonly ledger: ListState<LedgerRow>;
}

/** @param accountId whose rows are shown; null: nobody's */
export function createLists(accountId: () => string | null): Lists {
  return {
    proxies: new ListState('proxies', {
      accountId,
      list: (request) => ask('proxies:list', request),
      count: (request) => ask('proxies:count', request),
      idOf: (row) => row.proxy_id,
    }),
    services: new ListState('services', {
      accountId,
      list: (request) => ask('services:list', request),
      count: (request) => ask('services:count', request),
      idOf: (row) => row.service_id,
    }),
    users: new ListState('users', {
      accountId,
      list: (request) => ask('users:list', request),
      count: (request) => ask('users:count', request),
      idOf: (row) => row.proxy_user_id,
    }),
    ledger: new ListState('ledger', {
      accountId,
      list: (request) => ask('usage:ledger', request),
      count: (request) => ask('usage:ledger-count', request),
      idOf: (row) => row.residential_ledger_id,
    }),
  };
}

/** What is ticked in the lists in which several rows can be. */
export interface Selections {
  readonly proxies: Selected<ProxyEndpoint>;
  readonly services: Selected<ServiceRow>;
}

/** What is ticked in the lists that rows can be ticked in; each asks which of its rows are still found. */
export function createSelections(
  { proxies, services }: Lists,
  accountId: () => string | null,
): Selections {
  return {
    proxies: new Selected(proxies.grid, (where, ids) =>
      ask('proxies:still-found', { accountId: accountId() ?? '', where, ids }),
    ),
    services: new Selected(services.grid, (where, ids) =>
      ask('services:still-found', { accountId: accountId() ?? '', where, ids }),
    ),
  };
}

/** The columns of those lists, which tell `kept` how they stand after each change. */
export function createColumns(kept: KeptColumns): {
  readonly proxies: Columns<ProxyEndpoint>;
  readonly services: Columns<ServiceRow>;
  readonly users: Columns<ProxyUserRow>;
  readonly ledger: Columns<LedgerRow>;
} {
  return {
    proxies: new Columns(proxyColumns, (layout) => {
      kept.put('proxies', layout);
    }),
    services: new Columns(serviceColumns, (layout) => {
      kept.put('services', layout);
    }),
    users: new Columns(userColumns, (layout) => {
      kept.put('users', layout);
    }),
    ledger: new Columns(ledgerColumns, (layout) => {
      kept.put('ledger', layout);
    }),
  };
}
