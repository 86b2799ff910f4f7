import { completeQuery } from '../../shared/filter/query-completion.ts';
import { fail } from '../../shared/failure.ts';
import type { Requests } from '../../shared/ipc.ts';
import type { Store } from '../store/contract.ts';
import { readQuery, readSelection, readWindow } from '../store/parse-request.ts';
import type { Functions } from './connect.ts';

const latestResults = 100;
const mostRestrictions = 100;

/**
 * The functions of the role `read`: requests that the window repeats while the user browses.
 *
 * @param store opens the store; called by every request
 */
export const readsOf = (store: () => Store) =>
  ({
    'proxies:list': (request) => store().proxies.list(readWindow(request, 'proxies')),
    /** While an empty list is filled, a proxy is found by scans of the table. */
    'proxies:get': ({ id }) => {
      const { proxies, testRuns } = store();
      return {
        row: found(proxies.get(id), 'proxy'),
        record: found(proxies.record(id, { secrets: false }), 'proxy'),
        users: proxies.usersWithAccess(id),
        replacements: proxies.replacements(id),
        results: testRuns.resultsOfProxy(id, latestResults),
      };
    },
    'proxies:count': ({ where }) => store().proxies.count(readQuery(where, 'proxies')),
    'proxies:facets': ({ where }, { isCanceled }) =>
      store().proxies.facets(readQuery(where, 'proxies'), () => !isCanceled()),
    'proxies:summary': ({ proxies }) => store().proxies.summary(readSelection(proxies)),
    'proxies:still-found': ({ where, ids }) =>
      store().proxies.stillFound(readQuery(where, 'proxies'), ids),
    'services:list': (request) => store().services.list(readWindow(request, 'services')),
    'services:get': ({ id }) => {
      const { services } = store();
      return {
        row: found(services.get(id), 'service'),
        record: found(services.record(id, { secrets: false }), 'service'),
      };
    },
    'services:count': ({ where }) => store().services.count(readQuery(where, 'services')),
    'services:still-found': ({ where, ids }) =>
      store().services.stillFound(readQuery(where, 'services'), ids),
    'users:list': (request) => store().proxyUsers.list(readWindow(request, 'users')),
    'users:get': ({ id }) => {
      const { proxyUsers } = store();
      return {
        row: found(proxyUsers.get(id), 'proxy user'),
        record: found(proxyUsers.record(id, { secrets: false }), 'proxy user'),
        restrictions: proxyUsers.restrictions(id, mostRestrictions),
      };
    },
    'users:count': ({ where }) => store().proxyUsers.count(readQuery(where, 'users')),
    'usage:ledger': (request) => store().ledger.list(readWindow(request, 'ledger')),
    'usage:ledger-count': ({ where }) => store().ledger.count(readQuery(where, 'ledger')),
    'filter:find-row': ({ list, where, sort, fields, prefix }) => {
      const name = list === 'users' ? 'proxyUsers' : list;
      return store()[name].findRow({ where: readQuery(where, list), sort }, fields, prefix);
    },
    'filter:complete': (request) =>
      completeQuery(request, (key, within) => store().valuesOf(request.list, key, within)),
    'tags:list': () => store().tags.list(),
    'annotations:of': ({ list, rows }) => store().annotationsOf(list, readSelection(rows, list)),
    async 'presets:list'() {
      // Loaded when it is needed: it checks presets with zod, which takes a while to load.
      const { describePreset, listPresets } = await import('../exports/presets/presets.ts');
      return listPresets(store()).map(describePreset);
    },
    'saved:list': ({ kind }) => store().saved.list(kind),
    'tests:list': () => store().testRuns.list(),
    'tests:proxies': ({ testRunId }) => store().testRuns.proxies(testRunId),
    'tests:failed': ({ testRunId }) => store().testRuns.failedProxies(testRunId),
    'tests:results': ({ testRunId, ...page }) => store().testRuns.results(testRunId, page),
  }) satisfies Partial<Functions<Requests>>;

export type Reads = Pick<Requests, keyof ReturnType<typeof readsOf>>;

const noStore = (): Store => {
  throw new Error('The functions are listed here, not called.');
};
/** The names of all of them; `Object.keys` forgets which names an object has. */
export const readNames = Object.keys(readsOf(noStore)) as readonly (keyof Reads)[];

/** A cached record. Failure `not-found` if there is none. */
export function found<T>(value: T | undefined, noun: string): T {
  if (value !== undefined) return value;
  throw fail('not-found', `This ${noun} is no longer cached. Sync, or select another one.`);
}
