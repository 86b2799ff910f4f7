import { fail } from '../../shared/failure.ts';
import type { CachedRecord, RecordKind } from '../../shared/cached-record.ts';
import type { ApiClient, CallOptions } from '../api/http/client.ts';
import type { Store } from '../store/contract.ts';
import { fetchAdjustment, fetchLedgerEntry, fetchRecord, type FetchParts } from './fetch-record.ts';

/** A cache, and access to the service if it is needed. */
export interface CacheParts {
  readonly store: Store;
  readonly client: () => Promise<ApiClient>;
}

export interface FetchOptions extends CallOptions {
  /** Fetch the record even if it is cached. */
  readonly refresh?: boolean | undefined;
  /** Failure `passwords-locked` without the password key. */
  readonly secrets?: boolean | undefined;
  /** Called if it was fetched. */
  readonly onFetched?: (() => void) | undefined;
}

/** A single record from the cache; if it is not there, it is fetched and cached. Failures are those of `fetchRecord`. */
export function cachedOrFetchedRecord(
  cache: CacheParts,
  kind: RecordKind,
  id: string,
  options: FetchOptions = {},
): Promise<CachedRecord> {
  return cachedOrFetched(cache, options, {
    id,
    read: (cachedId, secrets) => cache.store.cachedRecords.get(kind, cachedId, { secrets }),
    async fetch(parts, call) {
      await fetchRecord(parts, kind, id, call);
      return id;
    },
  });
}

/** The same for a service adjustment. */
export function cachedOrFetchedAdjustment(
  cache: CacheParts,
  id: string,
  options: FetchOptions = {},
): Promise<CachedRecord> {
  return cachedOrFetched(cache, options, {
    id,
    read: (cachedId, secrets) => cache.store.adjustments.get(cachedId, { secrets }),
    async fetch(parts, call) {
      await fetchAdjustment(parts, id, call);
      return id;
    },
  });
}

/** The same for an entry of the residential ledger. */
export function cachedOrFetchedLedgerEntry(
  cache: CacheParts,
  id: string,
  options: FetchOptions = {},
): Promise<CachedRecord> {
  const { ledger, syncs } = cache.store;
  return cachedOrFetched(cache, options, {
    id,
    read(cachedId, secrets) {
      const record = ledger.record(cachedId, { secrets });
      const { completedAt } = syncs.resourceStates().residential_ledger;
      return record && { record, receivedAt: completedAt };
    },
    fetch: (parts, call) => fetchLedgerEntry(parts, id, call),
  });
}

async function cachedOrFetched(
  { store, client }: CacheParts,
  { refresh = false, secrets = false, onFetched, signal }: FetchOptions,
  source: {
    readonly id: string;
    readonly read: (id: string, secrets: boolean) => CachedRecord | undefined;
    /** Returns the ID under which the response is cached. */
    readonly fetch: (parts: FetchParts, options: CallOptions) => Promise<string>;
  },
): Promise<CachedRecord> {
  const cached = refresh ? undefined : source.read(source.id, secrets);
  if (cached) return cached;
  const cachedId = await source.fetch({ client: await client(), store }, { signal });
  onFetched?.();
  const fetched = source.read(cachedId, secrets);
  if (fetched) return fetched;
  throw fail('not-found', 'The fetched data is no longer cached. Try again.');
}
