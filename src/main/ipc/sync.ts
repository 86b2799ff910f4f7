import type { Session } from '../sessions.ts';
import type { SyncEngine } from '../sync/engine.ts';
import type { HandlersOf } from './handlers.ts';

/** Requests about syncing an account. */
export function syncHandlers(parts: {
  session: (accountId: string) => Session;
  engine: SyncEngine;
}): HandlersOf<'sync'> {
  const { session, engine } = parts;
  return {
    'sync:run': ({ accountId, acceptEmpty, only }) =>
      engine.run(session(accountId).syncTarget, { acceptEmpty, only }),
    'sync:cancel': async ({ accountId }) => {
      await engine.cancel(accountId);
      return null;
    },
    'sync:state': ({ accountId }) => engine.state(accountId, session(accountId).store),
  };
}
