import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests about syncing an account. */
export function syncHandlers(parts: HandlerParts): HandlersOf<'sync'> {
  const { session, engine, sync, schedule } = parts;
  return {
    'sync:run': async ({ accountId, acceptEmpty, isFull, only }, call) => {
      const { store } = session(accountId);
      if (isFull) await store.whenFree(store.syncs.forgetComparisons, call?.signal);
      // A part of a sync does not replace the next full one.
      if (only) return sync(accountId, { acceptEmpty, only, signal: call?.signal });
      return schedule.watch(accountId, () => sync(accountId, { acceptEmpty }));
    },
    'sync:cancel': async ({ accountId }) => {
      await engine.cancel(accountId);
      return null;
    },
    'sync:plan': ({ accountId }) => schedule.plan(accountId),
    'sync:state': ({ accountId }) => engine.state(accountId, session(accountId).store),
  };
}
