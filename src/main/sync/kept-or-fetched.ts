import { fail } from '../../shared/failure.ts';
import type { KeptRecord, RecordKind } from '../../shared/kept-record.ts';
import type { ApiClient, CallOptions } from '../api/http/client.ts';
import type { Store } from '../store/contract.ts';
import { fetchAdjustment, fetchLedgerEntry, fetchRecord, type FetchParts } from './fetch-record.ts';

/** A cache, and access to the service if it is needed. */
export interface CopyParts {
  readonly store: Store;
  readonly client: () => Promise<ApiClient>;
}

export interface KeptOptions extends CallOptions {
  /** Fetch the record even if it is cached. */
  readonly refresh?: boolean | undefined;
  /** Failure `passwords-locked` without the password key. */
  readonly secrets?: boolean | undefined;
  /** Whether it was just fetched. */
  readonly onFetched?: (() => void) | undefined;
}

/** A single record from the cache; if it is not there, it is fetched and cached. Failures are those of `fetchRecord`. */
export function keptOrFetchedRecord(
  copy: CopyParts,
  kind: RecordKind,
  id: string,
  options: KeptOptions = {},
): Promise<KeptRecord> {
  return keptOrFetched(copy, options, {
    id,
    read: (keptId, secrets) => copy.store.keptRecords.get(kind, keptId, { secrets }),
    async fetch(parts, call) {
      await fetchRecord(parts, kind, id, call);
      return id;
    },
  });
}

/** The same for a service adjustment. */
export function keptOrFetchedAdjustment(
  copy: CopyParts,
  id: string,
  options: KeptOptions = {},
): Promise<KeptRecord> {
  return keptOrFetched(copy, options, {
    id,
    read: (keptId, secrets) => copy.store.adjustments.get(keptId, { secrets }),
    async fetch(parts, call) {
      await fetchAdjustment(parts, id, call);
      return id;
    },
  });
}

/** The same for an entry of the residential ledger. */
export function keptOrFetchedLedgerEntry(
  copy: CopyParts,
  id: string,
  options: KeptOptions = {},
): Promise<KeptRecord> {
  const { ledger, syncs } = copy.store;
  return keptOrFetched(copy, options, {
    id,
    read(keptId, secrets) {
      const record = ledger.record(keptId, { secrets });
      const { completedAt } = syncs.resourceStates().residential_ledger;
      return record && { record, receivedAt: completedAt };
    },
    fetch: (parts, call) => fetchLedgerEntry(parts, id, call),
  });
}

async function keptOrFetched(
  { store, client }: CopyParts,
  { refresh = false, secrets = false, onFetched, signal }: KeptOptions,
  source: {
    readonly id: string;
    readonly read: (id: string, secrets: boolean) => KeptRecord | undefined;
    /** Returns the ID under which the response is cached. */
    readonly fetch: (parts: FetchParts, options: CallOptions) => Promise<string>;
  },
): Promise<KeptRecord> {
  const kept = refresh ? undefined : source.read(source.id, secrets);
  if (kept) return kept;
  const keptId = await source.fetch({ client: await client(), store }, { signal });
  onFetched?.();
  const fetched = source.read(keptId, secrets);
  if (fetched) return fetched;
  throw fail('not-found', 'The fetched data is no longer cached. Try again.');
}
