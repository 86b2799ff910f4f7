import { accountHandlers, accessHandlers, passwordHandlers, settingHandlers, diagnosticsHandlers } from './accounts.ts';
import { annotationHandlers, recordHandlers, savedHandlers } from './saved.ts';
import { exportHandlers } from './exports.ts';
import { gatewayHandlers } from './gateway.ts';
import { type HandlerParts, type Handlers, createLastSaved } from './handlers.ts';
import { cachedRecordHandlers, serviceHandlers, tableHandlers, syncHandlers } from './cached-data.ts';
import { reportHandlers, testHandlers } from './tests.ts';

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
    ...accessHandlers(parts),
    ...serviceHandlers(parts),
    ...reportHandlers(parts),
    ...savedHandlers(parts),
    ...settingHandlers(parts),
    ...syncHandlers(parts),
    ...tableHandlers(parts),
    ...testHandlers(parts),
  };
}
