import { fail, found } from '../../../shared/failure.ts';
import type { HandlerParts, Handlers } from './handlers.ts';

/** Requests for the passwords of proxy users. */
export function passwordHandlers(parts: HandlerParts): Pick<Handlers, 'passwords:reveal' | 'passwords:copy'> {
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
    'passwords:copy': async ({ accountId, id, withUser }) => {
      const password = await readPassword(accountId, id);
      await copySecret(withUser ? `${id}:${password}` : password);
      return null;
    },
  };
}
