import { checkAccess } from '../../access/check-access.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** The request for who has access to proxies. */
export const accessHandlers = ({ session }: HandlerParts): HandlersOf<'access'> => ({
  'access:check': async ({ accountId, rows }, call) => {
    const { workers, client } = session(accountId);
    const cached = await workers.call('access:cached', rows, call);
    return checkAccess(await client(), cached, call);
  },
});
