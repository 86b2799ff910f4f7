import { basename } from 'node:path';
import { asFileName } from '../../file-names.ts';
import { leaveOutSecrets } from '../../../shared/records/secret-field.ts';
import { kindOfRow, onlyId, recordOperation } from '../../../shared/operations.ts';
import { cachedOrFetched } from '../../sync/cached-or-fetched.ts';
import { fetchRecord, readCached } from '../../sync/fetch-record.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests about single records: from the cache, or fetched and cached. */
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
        // Views follow what syncs fetch; any other record is shown only by the request for it.
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
