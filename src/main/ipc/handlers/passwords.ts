import { fail, found } from '../../../shared/failure.ts';
import type { HandlerParts, Handlers } from './handlers.ts';

/** Requests for the passwords of proxy users. */
export function passwordHandlers(
  parts: HandlerParts,
): Pick<Handlers, 'passwords:reveal' | 'passwords:copy' | 'passwords:copy-credentials'> {
  const readPassword = async (accountId: string, id: string): Promise<string> => {
    const { store, unlock } = parts.session(accountId);
    await unlock();
    const password = found(store.proxy_users.credentials(id), 'proxy user').password;
    if (password !== null) return password;
    throw fail('not-found', `The password of "${id}" is not cached. Sync to fetch it.`);
  };
  const copySecret = (text: string): Promise<void> =>
    parts.desktop.copySecret(new Blob([text]), parts.registry.settings().clipboardClearSeconds);
  return {
    'passwords:reveal': ({ accountId, id }) => readPassword(accountId, id),
    'passwords:copy': async ({ accountId, id }) => {
      await copySecret(await readPassword(accountId, id));
      return null;
    },
    'passwords:copy-credentials': async ({ accountId, id }) => {
      await copySecret(`${id}:${await readPassword(accountId, id)}`);
      return null;
    },
  };
}
