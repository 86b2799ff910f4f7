import { leaveOutSecrets } from '../../../shared/records/secret-field.ts';
import { kindOfRow, onlyId, recordOperation } from '../../../shared/operations.ts';
import { cachedOrFetched } from '../../sync/cached-or-fetched.ts';
import { fetchRecord, readCached } from '../../sync/fetch-record.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** Requests about single records: from the cache, or fetched and cached. */
export const cachedRecordHandlers = ({
  session,
  emit,
}: HandlerParts): HandlersOf<'record' | 'list'> => ({
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
  'record:cached': ({ accountId, kind, id = onlyId }) =>
    readCached(session(accountId).store, kind, id, { secrets: false }) ?? null,
  'record:before': ({ accountId, kind, id = onlyId }) =>
    session(accountId).store.cachedRecords.before(kind, id) ?? null,
  'record:list': ({ accountId, kind }) => session(accountId).store.cachedRecords.list(kind),
  'list:refresh': async ({ accountId, list, id }, call) => {
    const { store, client } = session(accountId);
    const { record } = await fetchRecord(
      { client: await client(), store },
      kindOfRow(list),
      id,
      call,
    );
    emit('store:changed', { accountId });
    return leaveOutSecrets(record);
  },
});
