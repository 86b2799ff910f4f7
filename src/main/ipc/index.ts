import { accountHandlers } from './accounts.ts';
import { annotationHandlers } from './annotations.ts';
import { exportHandlers } from './exports.ts';
import { readHandlers, type Handlers } from './handlers.ts';
import { cachedRecordHandlers } from './cached-records.ts';
import { createLastSaved } from './last-saved.ts';
import { passwordHandlers } from './passwords.ts';
import { refreshHandlers } from './refresh.ts';
import { savedHandlers } from './saved.ts';
import { settingHandlers } from './settings.ts';
import { syncHandlers } from './sync.ts';
import { testHandlers } from './tests.ts';

/** What the handlers need. */
type Parts = Parameters<typeof accountHandlers>[0] &
  Parameters<typeof annotationHandlers>[0] &
  Omit<Parameters<typeof exportHandlers>[0], 'lastSaved'> &
  Parameters<typeof cachedRecordHandlers>[0] &
  Omit<Parameters<typeof savedHandlers>[0], 'lastSaved'> &
  Parameters<typeof settingHandlers>[0] &
  Parameters<typeof syncHandlers>[0] &
  Parameters<typeof testHandlers>[0];

/** The handlers of all requests of the window. */
export function requestHandlers(given: Parts): Handlers {
  const parts = { ...given, lastSaved: createLastSaved() };
  return {
    ...accountHandlers(parts),
    ...annotationHandlers(parts),
    ...exportHandlers(parts),
    ...cachedRecordHandlers(parts),
    ...passwordHandlers(parts),
    ...readHandlers(parts),
    ...refreshHandlers(parts),
    ...savedHandlers(parts),
    ...settingHandlers(parts),
    ...syncHandlers(parts),
    ...testHandlers(parts),
  };
}
