import type { CachedRecord } from '../../shared/cached-record.ts';
import type { Emit } from '../ports.ts';
import type { Session } from '../accounts/sessions.ts';
import { groupingId, onlyId } from '../sync/fetch-record.ts';
import { cachedOrFetchedAdjustment, cachedOrFetchedRecord } from '../sync/cached-or-fetched.ts';
import type { Call, HandlersOf } from './handlers.ts';

/** Requests about records that are shown as received: from the cache, or fetched and cached. */
export function cachedRecordHandlers(parts: {
  session: (accountId: string) => Session;
  emit: Emit;
}): HandlersOf<'catalog' | 'customer' | 'availability' | 'reference' | 'adjustments'> {
  const { session, emit } = parts;
  const readOnly = async (
    kind: 'catalog' | 'customer',
    accountId: string,
    refresh: boolean | undefined,
    call: Call | undefined,
  ): Promise<CachedRecord | null> => {
    const opened = session(accountId);
    if (refresh !== true)
      return opened.store.cachedRecords.get(kind, onlyId, { secrets: false }) ?? null;
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
    'availability:cached': ({ accountId, groupBy }) =>
      session(accountId).store.cachedRecords.get('availability', groupingId(groupBy), {
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
