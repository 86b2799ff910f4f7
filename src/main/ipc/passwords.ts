import { fail } from '../../shared/failure.ts';
import type { Desktop } from '../desktop.ts';
import type { Registry } from '../accounts/registry.ts';
import type { Session } from '../accounts/sessions.ts';
import { found } from '../workers/reads.ts';
import type { Handlers } from './handlers.ts';

/** Requests for the passwords of proxy users. */
export function passwordHandlers(parts: {
  session: (accountId: string) => Session;
  desktop: Pick<Desktop, 'copySecret'>;
  registry: Pick<Registry, 'settings'>;
}): Pick<Handlers, 'users:reveal-password' | 'users:copy-password' | 'users:copy-credentials'> {
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
