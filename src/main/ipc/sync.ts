import type { Session } from '../accounts/sessions.ts';
import type { SyncOutcome } from '../../shared/sync.ts';
import type { SyncEngine, SyncOptions } from '../sync/engine.ts';
import type { SyncSchedule } from '../sync/schedule.ts';
import type { HandlersOf } from './handlers.ts';

/** Requests about syncing an account. */
export function syncHandlers(parts: {
  session: (accountId: string) => Session;
  engine: SyncEngine;
  sync: (accountId: string, options: SyncOptions) => Promise<SyncOutcome>;
  schedule: SyncSchedule;
}): HandlersOf<'sync'> {
  const { session, engine, sync, schedule } = parts;
  return {
    'sync:run': ({ accountId, acceptEmpty, only }, call) => {
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
