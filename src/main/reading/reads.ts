import { completeQuery } from '../../shared/query-completion.ts';
import type { Requests } from '../../shared/ipc.ts';
import { readQuery, readSelection, readWindow } from '../query.ts';
import type { Store } from '../store/contract.ts';

/** What the window asks of the offline copy over and over while the person browses. */
export type ReadName =
  | 'proxies:list'
  | 'proxies:count'
  | 'proxies:facets'
  | 'proxies:still-found'
  | 'services:list'
  | 'services:count'
  | 'services:still-found'
  | 'users:list'
  | 'users:count'
  | 'usage:ledger'
  | 'usage:ledger-count'
  | 'filter:complete'
  | 'tags:list'
  | 'annotations:of';

/** The answers, from a store that is only read. */
export const reads: {
  readonly [K in ReadName]: (
    store: Store,
    args: Requests[K]['args'],
    /** Asked between two steps of a long one. */
    isWanted: () => boolean,
  ) => Requests[K]['reply'];
} = {
  'proxies:list': (store, request) => store.proxies.list(readWindow(request, 'proxies')),
  'proxies:count': (store, { where }) => store.proxies.count(readQuery(where, 'proxies')),
  'proxies:facets': (store, { where }, isWanted) =>
    store.proxies.facets(readQuery(where, 'proxies'), isWanted),
  'proxies:still-found': (store, { where, ids }) =>
    store.stillFound('proxies', readQuery(where, 'proxies'), ids),
  'services:list': (store, request) => store.services.list(readWindow(request, 'services')),
  'services:count': (store, { where }) => store.services.count(readQuery(where, 'services')),
  'services:still-found': (store, { where, ids }) =>
    store.stillFound('services', readQuery(where, 'services'), ids),
  'users:list': (store, request) => store.proxyUsers.list(readWindow(request, 'users')),
  'users:count': (store, { where }) => store.proxyUsers.count(readQuery(where, 'users')),
  'usage:ledger': (store, request) => store.ledger.list(readWindow(request, 'ledger')),
  'usage:ledger-count': (store, { where }) => store.ledger.count(readQuery(where, 'ledger')),
  'filter:complete': (store, request) =>
    completeQuery(request, (key, within) => store.valuesOf(request.list, key, within)),
  'tags:list': (store) => store.tags.list(),
  'annotations:of': (store, { list, rows }) => store.annotationsOf(list, readSelection(rows, list)),
};
