import { basename } from 'node:path';
import { asFileName } from '../../files.ts';
import { leaveOutSecrets } from '../../../shared/records/secret-field.ts';
import { kindOfRow, onlyId, recordOperation } from '../../../shared/operations.ts';
import { cachedOrFetched, fetchRecord, readCached } from '../../sync/fetch-record.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';
import { editService } from '../../sync/edit-service.ts';
import { writeFiles } from '../../exports/files/write.ts';

export const cachedRecordHandlers = ({ session, emit, desktop }: HandlerParts): HandlersOf<'record' | 'list'> => ({
  'list:save': async ({ accountId, fileName, ...rows }, call) => {
    const { format } = rows;
    const path = await desktop.chooseSaveFile({
      name: `${asFileName(fileName)}.${format}`,
      label: format.toUpperCase(),
      extension: format,
      replacesBesides: () => [],
    });
    if (path === null) return null;
    const rowCount = await session(accountId).workers.call('list:write', { ...rows, path }, call);
    return { fileName: basename(path), rowCount };
  },
  'record:get': ({ accountId, kind, id = onlyId, refresh }, call) =>
    cachedOrFetched(session(accountId), kind, id, {
      ...call,
      refresh,
      onFetched() {
        const { rowOf, step } = recordOperation(kind);
        // Views follow what syncs fetch.
        if (rowOf !== undefined || step !== undefined) emit('store:changed', { accountId });
      },
    }),
  'record:cached': ({ accountId, kind, id = onlyId, isBefore = false }) => {
    const { store } = session(accountId);
    const record = isBefore ? store.cachedRecords.before(kind, id) : readCached(store, kind, id, { secrets: false });
    return record ?? null;
  },
  'record:list': ({ accountId, kind }) => session(accountId).store.cachedRecords.list(kind),
  'list:refresh': async ({ accountId, list, id }, call) => {
    const { store, client } = session(accountId);
    const { record } = await fetchRecord({ client: await client(), store }, kindOfRow(list), id, call);
    emit('store:changed', { accountId });
    return leaveOutSecrets(record);
  },
});

export const serviceHandlers = ({ session, serviceEdits, emit }: HandlerParts): HandlersOf<'services'> => ({
  'services:edit': ({ accountId, id, changes }) =>
    serviceEdits.send(accountId, id, async () => {
      const { store, client } = session(accountId);
      try {
        return await editService({ client: await client(), store }, id, changes);
      } finally {
        // The service was fetched again in any case.
        emit('store:changed', { accountId });
      }
    }),
  'services:edit-outcome': async ({ accountId, id }) => (await serviceEdits.find(accountId, id)) ?? null,
});

export function tableHandlers({ desktop }: HandlerParts): HandlersOf<'tables'> {
  return {
    'tables:save': async ({ name, text }, call) => {
      const path = await desktop.chooseSaveFile({
        name: `${asFileName(name)}.csv`,
        label: 'CSV',
        extension: 'csv',
        replacesBesides: () => [],
      });
      if (path === null) return null;
      await writeFiles([{ path, lines: [text] }], call?.signal);
      return { fileName: basename(path) };
    },
  };
}

export function syncHandlers(parts: HandlerParts): HandlersOf<'sync'> {
  const { session, engine, sync, schedule } = parts;
  return {
    'sync:run': async ({ accountId, acceptEmpty, isFull, only }, call) => {
      const { store } = session(accountId);
      if (isFull) await store.whenFree(store.syncs.forgetComparisons, call?.signal);
      // A part does not replace the next full sync.
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
