import { fail } from '../../shared/failure.ts';
import type { Desktop } from '../desktop.ts';
import type { Registry } from '../accounts/registry.ts';
import type { Session } from '../accounts/sessions.ts';
import { found } from '../workers/reads.ts';
import { askReader, type HandlersOf } from './handlers.ts';

/** Requests that browse the cache; they need no key and no network. */
export function listHandlers(parts: {
  session: (accountId: string) => Session;
  desktop: Pick<Desktop, 'copySecret'>;
  registry: Pick<Registry, 'settings'>;
}): Omit<
  HandlersOf<'proxies' | 'services' | 'users' | 'filter'>,
  'proxies:retrieve' | 'services:retrieve' | 'users:retrieve' | 'services:edit'
> {
  const ask = askReader(parts.session);
  const readPassword = async (accountId: string, id: string): Promise<string> => {
    const { store, unlock } = parts.session(accountId);
    await unlock();
    const password = found(store.proxyUsers.credentials(id), 'proxy user').password;
    if (password !== null) return password;
    throw fail('not-found', `The password of "${id}" is not cached. Sync to fetch it.`);
  };
  const copySecret = (text: string): Promise<void> =>
    parts.desktop.copySecret(new Blob([text]), parts.registry.settings().clipboardClearSeconds);
  return {
    'proxies:list': ask('proxies:list'),
    'proxies:count': ask('proxies:count'),
    'proxies:facets': ask('proxies:facets'),
    'proxies:summary': ask('proxies:summary'),
    'proxies:still-found': ask('proxies:still-found'),
    'proxies:get': ask('proxies:get'),
    'filter:find-row': ask('filter:find-row'),
    'filter:complete': ask('filter:complete'),
    'services:list': ask('services:list'),
    'services:count': ask('services:count'),
    'services:still-found': ask('services:still-found'),
    'services:get': ask('services:get'),
    'users:list': ask('users:list'),
    'users:count': ask('users:count'),
    'users:get': ask('users:get'),
    'users:reveal-password': ({ accountId, id }) => readPassword(accountId, id),
    'users:copy-password': async ({ accountId, id }) => {
      await copySecret(await readPassword(accountId, id));
      return null;
    },
    'users:copy-credentials': async ({ accountId, id }) => {
      await copySecret(`${id}:${await readPassword(accountId, id)}`);
      return null;
    },
  };
}
