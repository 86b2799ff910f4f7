import type { CachedRecord } from '../../shared/records/cached-record.ts';
import { onlyId, type RecordKind } from '../api/operations.ts';
import { cachedOrFetched } from '../sync/cached-or-fetched.ts';
import { groupingId } from '../sync/fetch-record.ts';
import type { Call, HandlerParts, HandlersOf } from './handlers.ts';

/** Views follow records of these kinds; every other kind is shown only by the request for it. */
const followedKinds = new Set<RecordKind>([
  'catalog',
  'customer',
  'service_adjustment',
  'residential_ledger',
]);

/** Requests about records that are shown as received: from the cache, or fetched and cached. */
export function cachedRecordHandlers(
  parts: HandlerParts,
): HandlersOf<'catalog' | 'customer' | 'availability' | 'reference' | 'adjustments' | 'usage'> {
  const { session, emit } = parts;
  const fetch = (
    kind: RecordKind,
    { accountId, id, refresh }: { accountId: string; id: string; refresh?: boolean | undefined },
    call: Call | undefined,
  ): Promise<CachedRecord> =>
    cachedOrFetched(session(accountId), kind, id, {
      ...call,
      refresh,
      onFetched() {
        if (followedKinds.has(kind)) emit('store:changed', { accountId });
      },
    });
  const cached = (accountId: string, kind: RecordKind, id = onlyId): CachedRecord | null =>
    session(accountId).store.cachedRecords.get(kind, id, { secrets: false }) ?? null;
  return {
    'catalog:get': ({ accountId, refresh }, call) =>
      refresh === true
        ? fetch('catalog', { accountId, id: onlyId, refresh }, call)
        : cached(accountId, 'catalog'),
    'customer:get': ({ accountId, refresh }, call) =>
      refresh === true
        ? fetch('customer', { accountId, id: onlyId, refresh }, call)
        : cached(accountId, 'customer'),
    'availability:search': ({ accountId, groupBy }, call) =>
      fetch('availability', { accountId, id: groupingId(groupBy), refresh: true }, call),
    'availability:cached': ({ accountId, groupBy }) =>
      cached(accountId, 'availability', groupingId(groupBy)),
    'availability:before': ({ accountId, groupBy }) =>
      session(accountId).store.cachedRecords.before('availability', groupingId(groupBy)) ?? null,
    'reference:get': ({ kind, ...record }, call) => fetch(kind, record, call),
    'adjustments:of-service': ({ accountId, serviceId }) =>
      session(accountId).store.adjustments.ofService(serviceId),
    'adjustments:get': (record, call) => fetch('service_adjustment', record, call),
    'usage:summaries': ({ accountId }) => ({
      residential: cached(accountId, 'residential_summary'),
      mobile: cached(accountId, 'mobile_summary'),
    }),
    'usage:entry': ({ kind, ...record }, call) => fetch(`${kind}_ledger`, record, call),
    'usage:mobile-entries': ({ accountId }) =>
      session(accountId).store.cachedRecords.list('mobile_ledger'),
  };
}
