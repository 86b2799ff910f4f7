import type { Session } from '../accounts/sessions.ts';
import { askReader } from './ask-reader.ts';
import type { HandlersOf } from './handlers.ts';

/** Requests about what the person keeps by name. */
export function savedHandlers(parts: {
  session: (accountId: string) => Session;
}): HandlersOf<'saved'> {
  const { session } = parts;
  return {
    'saved:list': askReader(session)('saved:list'),
    'saved:put': ({ accountId, ...item }) => session(accountId).store.saved.put(item),
    'saved:remove': ({ accountId, id }) => {
      session(accountId).store.saved.remove(id);
      return null;
    },
  };
}
