import type { CachedRecord } from '../../shared/cached-record.ts';
import type { Emit } from '../ports.ts';
import type { Session } from '../accounts/sessions.ts';
import { onlyId } from '../sync/fetch-record.ts';
import { cachedOrFetchedLedgerEntry, cachedOrFetchedRecord } from '../sync/cached-or-fetched.ts';
import { askReader, type HandlersOf } from './handlers.ts';

/** Requests about ledgers and usage summaries; the residential ledger is browsed from the cache. */
export function usageHandlers(parts: {
  session: (accountId: string) => Session;
  emit: Emit;
}): HandlersOf<'usage'> {
  const { session, emit } = parts;
  return {
    'usage:summaries': ({ accountId }) => {
      const { cachedRecords } = session(accountId).store;
      const read = (kind: 'residential_summary' | 'mobile_summary'): CachedRecord | null =>
        cachedRecords.get(kind, onlyId, { secrets: false }) ?? null;
      return { residential: read('residential_summary'), mobile: read('mobile_summary') };
    },
    'usage:ledger': askReader(session)('usage:ledger'),
    'usage:ledger-count': askReader(session)('usage:ledger-count'),
    'usage:entry': ({ accountId, kind, id, refresh }, call) => {
      const opened = session(accountId);
      if (kind === 'mobile') {
        return cachedOrFetchedRecord(opened, 'mobile_ledger', id, { ...call, refresh });
      }
      return cachedOrFetchedLedgerEntry(opened, id, {
        ...call,
        refresh,
        onFetched: () => {
          emit('store:changed', { accountId, resources: ['residential_ledger'] });
        },
      });
    },
    'usage:mobile-entries': ({ accountId }) =>
      session(accountId).store.cachedRecords.list('mobile_ledger'),
  };
}
