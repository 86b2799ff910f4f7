import { leaveOutSecrets } from '../../shared/records/secret-field.ts';
import { kindOfRow } from '../api/operations.ts';
import { fetchRecord } from '../sync/fetch-record.ts';
import type { HandlerParts, HandlersOf } from './handlers.ts';

/** The request for one record of a list from the service; workers answer the others. */
export const listHandlers = ({ session, emit }: HandlerParts): HandlersOf<'list'> => ({
  'list:refresh': async ({ accountId, list, id }, call) => {
    const { store, client } = session(accountId);
    const parts = { client: await client(), store };
    const { record } = await fetchRecord(parts, kindOfRow(list), id, call);
    emit('store:changed', { accountId });
    return leaveOutSecrets(record);
  },
});
