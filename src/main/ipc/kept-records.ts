import type { KeptRecord } from '../../shared/kept-record.ts';
import type { Emit } from '../ports.ts';
import type { Session } from '../accounts/sessions.ts';
import { groupingId, onlyId } from '../sync/fetch-record.ts';
import { cachedOrFetchedAdjustment, cachedOrFetchedRecord } from '../sync/cached-or-fetched.ts';
import type { Call, HandlersOf } from './handlers.ts';

/** Requests about records that are shown as received: from the cache, or fetched and cached. */
export function keptRecordHandlers(parts: {
  session: (accountId: string) => Session;
  emit: Emit;
}): HandlersOf<'catalog' | 'customer' | 'availability' | 'reference' | 'adjustments'> {
  const { session, emit } = parts;
  const readOnly = async (
    kind: 'catalog' | 'customer',
    accountId: string,
    refresh: boolean | undefined,
    call: Call | undefined,
  ): Promise<KeptRecord | null> => {
    const opened = session(accountId);
    if (refresh !== true)
      return opened.store.keptRecords.get(kind, onlyId, { secrets: false }) ?? null;
    const onFetched = (): void => {
      emit('store:changed', { accountId, resources: [kind] });
    };
    return cachedOrFetchedRecord(opened, kind, onlyId, { ...call, refresh, onFetched });
  };
  return {
    'catalog:get': ({ accountId, refresh }, call) => readOnly('catalog', accountId, refresh, call),
    'customer:get': ({ accountId, refresh }, call) =>
      readOnly('customer', accountId, refresh, call),
    'availability:search': ({ accountId, groupBy }, call) =>
      cachedOrFetchedRecord(session(accountId), 'availability', groupingId(groupBy), {
        ...call,
        refresh: true,
      }),
    'availability:kept': ({ accountId, groupBy }) =>
      session(accountId).store.keptRecords.get('availability', groupingId(groupBy), {
        secrets: false,
      }) ?? null,
    'reference:get': ({ accountId, kind, id, refresh }, call) =>
      cachedOrFetchedRecord(session(accountId), kind, id, { ...call, refresh }),
    'adjustments:of-service': ({ accountId, serviceId }) =>
      session(accountId).store.adjustments.ofService(serviceId),
    'adjustments:get': ({ accountId, id, refresh }, call) =>
      cachedOrFetchedAdjustment(session(accountId), id, {
        ...call,
        refresh,
        onFetched: () => {
          emit('store:changed', { accountId, resources: ['adjustments'] });
        },
      }),
  };
}
