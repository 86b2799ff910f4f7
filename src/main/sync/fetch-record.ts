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

/** The service, and the cache for its responses. */
export interface FetchParts {
  readonly client: ApiClient;
  readonly store: Store;
}

/** A cached record; undefined if there is none. Failure `passwords-locked` for secrets without their key. */
export function readCached(
  store: Store,
  kind: RecordKind,
  id: string,
  options: { readonly secrets: boolean },
): CachedRecord | undefined {
  return store.recordsOf(kind, recordOperation(kind).rowOf).get(id, options);
}

/**
 * Fetches a single record and caches it. One that the service does not find stays cached.
 *
 * @returns the record as received, secrets included; the ID under which it is cached; whether it was new or changed
 * @throws FailureError of the client; `not-this-service` for a response that is not
 *   such a record, `incomplete` for a catalog that is suddenly empty: then what was
 *   kept stays
 */
export async function fetchRecord(
  { client, store }: FetchParts,
  kind: RecordKind,
  id: string,
  {
    acceptEmpty = false,
    ...call
  }: CallOptions & { /** Believe a catalog that is suddenly empty. */ readonly acceptEmpty?: boolean | undefined } = {},
): Promise<Written & { readonly record: JsonObject; readonly cachedId: string }> {
  const { isRecord, idField, rowOf, keepsBefore, notFound } = recordOperation(kind);
  const record = await retrieve(client, kind, id, call).catch((error: unknown) => {
    throw notFound === undefined ? error : describeNotFound(error, notFound);
  });
  if (!isRecord(record, id)) throw notThisService();
  const isEmpty = Object.keys(record).length === 0;
  if (isEmpty && !acceptEmpty && isFilled(readCached(store, kind, id, { secrets: false })?.record))
    throw suddenlyEmpty();
  // A list must not have one row in two spellings of its ID.
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

/** Proxies have a list of their own; the specification does not name the field of a service that has them. */
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
