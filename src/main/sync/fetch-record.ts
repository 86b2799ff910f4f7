import { ownValue } from '../../shared/own-value.ts';
import { asFailure, fail, FailureError } from '../../shared/failure.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { CachedRecord } from '../../shared/records/cached-record.ts';
import { mainLists } from '../../shared/sync.ts';
import type { ApiClient, CallOptions } from '../api/http/client.ts';
import { notThisService } from '../api/http/errors.ts';
import { recordOperation, type RecordKind } from '../../shared/operations.ts';
import { retrieve } from '../api/retrieve.ts';
import type { Store } from '../store/index.ts';
import type { Written } from '../store/types.ts';

export interface FetchParts {
  readonly client: ApiClient;
  readonly store: Store;
}

/** Undefined: not cached. Failure `passwords-locked`. */
export function readCached(
  store: Store,
  kind: RecordKind,
  id: string,
  options: { readonly secrets: boolean },
): CachedRecord | undefined {
  return store.recordsOf(kind, recordOperation(kind).rowOf).get(id, options);
}

/**
 * Fetches and caches a record; one not found stays cached.
 *
 * @returns the record with secrets, its cached ID, and whether it changed
 * @throws FailureError of the client; `not-this-service` for another response, `incomplete` for a suddenly empty
 *   catalog, which changes nothing
 */
export async function fetchRecord(
  { client, store }: FetchParts,
  kind: RecordKind,
  id: string,
  { acceptEmpty = false, ...call }: CallOptions & { readonly acceptEmpty?: boolean | undefined } = {},
): Promise<Written & { readonly record: JsonObject; readonly cachedId: string }> {
  const { isRecord, idField, rowOf, keepsBefore, notFound } = recordOperation(kind);
  const record = await retrieve(client, kind, id, call).catch((error: unknown) => {
    throw notFound === undefined ? error : describeNotFound(error, notFound);
  });
  if (!isRecord(record, id)) throw notThisService();
  const isEmpty = Object.keys(record).length === 0;
  if (isEmpty && !acceptEmpty && isFilled(readCached(store, kind, id, { secrets: false })?.record))
    throw suddenlyEmpty();
  // One row must not have two spellings of its ID.
  const ownId = rowOf === undefined || idField === undefined ? undefined : ownValue(record, idField);
  const cachedId = typeof ownId === 'string' && ownId !== '' ? ownId : id;
  const hasListOfProxies = mainLists.some((list) => list === rowOf);
  const fields = hasListOfProxies ? withoutEmbeddedProxies(record) : record;
  const written = await store.whenFree(() => {
    if (keepsBefore === true) store.cachedRecords.keepBefore(kind, cachedId);
    return store.recordsOf(kind, rowOf).put(cachedId, fields);
  });
  return { record, cachedId, added: written.added, changed: written.changed };
}

function describeNotFound(error: unknown, message: string): unknown {
  const failure = asFailure(error);
  return failure.code === 'not-found' ? new FailureError({ ...failure, message }, { cause: error }) : error;
}

/** Proxies have a list; the specification does not name this field. */
function withoutEmbeddedProxies(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => !holdsProxies(value)));
}

function holdsProxies(value: JsonValue): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((item: JsonValue) => isJsonObject(item) && Object.hasOwn(item, 'proxy_id'));
}

const isFilled = (record: JsonObject | undefined): boolean => record !== undefined && Object.keys(record).length > 0;

const suddenlyEmpty = (): Error =>
  fail(
    'incomplete',
    'The service suddenly offers no products. The cached catalog is unchanged. If they were really removed, sync again and accept empty lists.',
  );

interface CacheParts {
  readonly store: Store;
  readonly client: () => Promise<ApiClient>;
}

export interface FetchOptions extends CallOptions {
  readonly refresh?: boolean | undefined;
  /** Failure `passwords-locked`. */
  readonly secrets?: boolean | undefined;
  readonly onFetched?: (() => void) | undefined;
}

/** Failures of `fetchRecord`. */
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
  // As old as the read of its list.
  return { record, receivedAt: receivedAt !== null && receivedAt > askedAt ? receivedAt : askedAt };
}
