import type { CachedRecord } from '../../shared/records/cached-record.ts';
import { fail } from '../../shared/failure.ts';
import type { ApiClient, CallOptions } from '../api/http/client.ts';
import type { Store } from '../store/index.ts';
import type { RecordKind } from '../../shared/operations.ts';
import { fetchRecord, readCached } from './fetch-record.ts';

/** A cache, and access to the service if it is needed. */
interface CacheParts {
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
export async function cachedOrFetched(
  { store, client }: CacheParts,
  kind: RecordKind,
  id: string,
  { refresh = false, secrets = false, onFetched, signal }: FetchOptions = {},
): Promise<CachedRecord> {
  const cached = refresh ? undefined : readCached(store, kind, id, { secrets });
  if (cached) return cached;
  const parts = { client: await client(), store };
  const askedAt = new Date().toISOString();
  const { cachedId } = await fetchRecord(parts, kind, id, { signal });
  onFetched?.();
  const fetched = readCached(store, kind, cachedId, { secrets });
  if (!fetched) throw fail('not-found', 'The fetched data is no longer cached. Try again.');
  const { record, receivedAt } = fetched;
  // A row of a list has the time at which the complete list was read.
  return { record, receivedAt: receivedAt !== null && receivedAt > askedAt ? receivedAt : askedAt };
}
