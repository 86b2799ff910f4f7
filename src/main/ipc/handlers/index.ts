import { accountHandlers } from './accounts.ts';
import { annotationHandlers } from './annotations.ts';
import { exportHandlers } from './exports.ts';
import { gatewayHandlers } from './gateway.ts';
import { readHandlers, type HandlerParts, type Handlers, createLastSaved } from './handlers.ts';
import { cachedRecordHandlers } from './cached-records.ts';
import { diagnosticsHandlers } from './diagnostics.ts';
import { recordHandlers } from './records.ts';
import { tableHandlers } from './tables.ts';
import { passwordHandlers } from './passwords.ts';
import { accessHandlers } from './access.ts';
import { serviceHandlers } from './services.ts';
import { savedHandlers } from './saved.ts';
import { settingHandlers } from './settings.ts';
import { syncHandlers } from './sync.ts';
import { testHandlers } from './tests.ts';

/** The handlers of all requests of the window. */
export function requestHandlers(withoutFile: Omit<HandlerParts, 'lastSaved'>): Handlers {
  const parts = { ...withoutFile, lastSaved: createLastSaved() };
  return {
    ...accountHandlers(parts),
    ...annotationHandlers(parts),
    ...exportHandlers(parts),
    ...gatewayHandlers(parts),
    ...cachedRecordHandlers(parts),
    ...diagnosticsHandlers(parts),
    ...passwordHandlers(parts),
    ...recordHandlers(parts),
    ...readHandlers(parts),
    ...accessHandlers(parts),
    ...serviceHandlers(parts),
    ...savedHandlers(parts),
    ...settingHandlers(parts),
    ...syncHandlers(parts),
    ...tableHandlers(parts),
    ...testHandlers(parts),
  };
}
