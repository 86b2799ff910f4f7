import type { CachedRecord, RecordKind } from '../../shared/records/cached-record.ts';
import type { SyncResource } from '../../shared/sync.ts';
import type { Emit } from '../ports.ts';
import type { Session } from '../accounts/sessions.ts';
import { cachedOrFetched } from '../sync/cached-or-fetched.ts';
import { groupingId, onlyId, type FetchedKind } from '../sync/fetch-record.ts';
import type { Call, HandlersOf } from './handlers.ts';

/** The resources whose views follow records of a kind; every other kind is shown only by the request for it. */
const resourceOf: { readonly [K in FetchedKind]?: SyncResource } = {
  catalog: 'catalog',
  customer: 'customer',
  adjustment: 'adjustments',
  residential_ledger: 'residential_ledger',
};

/** Requests about records that are shown as received: from the cache, or fetched and cached. */
export function cachedRecordHandlers(parts: {
  session: (accountId: string) => Session;
  emit: Emit;
}): HandlersOf<'catalog' | 'customer' | 'availability' | 'reference' | 'adjustments' | 'usage'> {
  const { session, emit } = parts;
  const fetch = (
    kind: FetchedKind,
    { accountId, id, refresh }: { accountId: string; id: string; refresh?: boolean | undefined },
    call: Call | undefined,
  ): Promise<CachedRecord> =>
    cachedOrFetched(session(accountId), kind, id, {
      ...call,
      refresh,
      onFetched() {
        const resource = resourceOf[kind];
        if (resource) emit('store:changed', { accountId, resources: [resource] });
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
    'reference:get': ({ kind, ...record }, call) => fetch(kind, record, call),
    'adjustments:of-service': ({ accountId, serviceId }) =>
      session(accountId).store.adjustments.ofService(serviceId),
    'adjustments:get': (record, call) => fetch('adjustment', record, call),
    'usage:summaries': ({ accountId }) => ({
      residential: cached(accountId, 'residential_summary'),
      mobile: cached(accountId, 'mobile_summary'),
    }),
    'usage:entry': ({ kind, ...record }, call) => fetch(`${kind}_ledger`, record, call),
    'usage:mobile-entries': ({ accountId }) =>
      session(accountId).store.cachedRecords.list('mobile_ledger'),
  };
}
