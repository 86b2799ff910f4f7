import { adjustmentFields } from '../../shared/records/adjustment.ts';
import { availabilityGroups, type AvailabilityGroup } from '../../shared/records/availability.ts';
import { checkoutProductFields } from '../../shared/records/catalog.ts';
import { customerFields } from '../../shared/records/customer.ts';
import { fail } from '../../shared/failure.ts';
import type { FieldTable } from '../../shared/records/field.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { CachedRecord, RecordKind } from '../../shared/records/cached-record.ts';
import { referenceFields } from '../../shared/records/reference.ts';
import {
  mobileLedgerFields,
  mobileSummaryFields,
  residentialLedgerFields,
  residentialSummaryFields,
} from '../../shared/records/usage.ts';
import { searchResidentialAvailability } from '../api/availability.ts';
import { retrieveCheckoutCatalog } from '../api/catalog.ts';
import type { ApiClient, CallOptions } from '../api/http/client.ts';
import { retrieveCustomer } from '../api/customer.ts';
import { notThisService } from '../api/http/errors.ts';
import {
  retrieveAsn,
  retrieveCity,
  retrieveCountry,
  retrieveSubdivision,
} from '../api/reference.ts';
import { retrieveServiceAdjustment } from '../api/service-adjustment.ts';
import {
  retrieveMobileLedgerEntry,
  retrieveMobileSummary,
  retrieveResidentialLedgerEntry,
  retrieveResidentialSummary,
} from '../api/usage.ts';
import type { Store, Written } from '../store/contract.ts';

/** The service, and the cache for its responses. */
export interface FetchParts {
  readonly client: ApiClient;
  readonly store: Store;
}

export interface FetchOptions extends CallOptions {
  /** Believe a catalog that is suddenly empty. */
  readonly acceptEmpty?: boolean | undefined;
}

/** Id of the kinds that an account has one record of. */
export const onlyId = '';

/** What can be fetched by its ID: single records, and rows of two lists. */
export type FetchedKind = RecordKind | 'adjustment' | 'residential_ledger';

interface RecordSource {
  retrieve(client: ApiClient, id: string, options: CallOptions): Promise<JsonObject>;
  /** Whether a response is the requested record; any other is discarded. */
  isRequested(record: JsonObject, id: string): boolean;
}

const sources: { readonly [K in FetchedKind]: RecordSource } = {
  residential_summary: {
    retrieve: (client, _id, options) => retrieveResidentialSummary(client, options),
    isRequested: hasFieldOf(residentialSummaryFields),
  },
  mobile_summary: {
    retrieve: (client, _id, options) => retrieveMobileSummary(client, options),
    isRequested: hasFieldOf(mobileSummaryFields),
  },
  customer: {
    retrieve: (client, _id, options) => retrieveCustomer(client, options),
    isRequested: hasFieldOf(customerFields),
  },
  catalog: {
    retrieve: (client, _id, options) => retrieveCheckoutCatalog(client, options),
    isRequested: isCatalog,
  },
  availability: {
    retrieve: (client, id, options) =>
      searchResidentialAvailability(client, { groupBy: readGrouping(id), ...options }),
    isRequested: (answer) => Array.isArray(answer['residential_options']),
  },
  mobile_ledger: {
    retrieve: retrieveMobileLedgerEntry,
    isRequested: hasFieldOf(mobileLedgerFields, 'mobile_ledger_id'),
  },
  residential_ledger: {
    retrieve: retrieveResidentialLedgerEntry,
    isRequested: hasFieldOf(residentialLedgerFields, 'residential_ledger_id'),
  },
  adjustment: {
    retrieve: retrieveServiceAdjustment,
    isRequested: hasFieldOf(adjustmentFields, 'service_adjustment_id'),
  },
  city: { retrieve: retrieveCity, isRequested: hasFieldOf(referenceFields.city, 'city_id') },
  asn: { retrieve: retrieveAsn, isRequested: hasFieldOf(referenceFields.asn, 'asn_id') },
  country: {
    retrieve: retrieveCountry,
    isRequested: hasFieldOf(referenceFields.country, 'country_id'),
  },
  subdivision: {
    retrieve: retrieveSubdivision,
    isRequested: hasFieldOf(referenceFields.subdivision, 'subdivision_id'),
  },
};

/** A cached record; undefined if there is none. Failure `passwords-locked` for secrets without their key. */
export function readCached(
  store: Store,
  kind: FetchedKind,
  id: string,
  options: { readonly secrets: boolean },
): CachedRecord | undefined {
  if (kind === 'adjustment') return store.adjustments.get(id, options);
  if (kind !== 'residential_ledger') return store.cachedRecords.get(kind, id, options);
  const record = store.ledger.record(id, options);
  return record && { record, receivedAt: store.syncs.resourceStates()[kind].completedAt };
}

function write(store: Store, kind: FetchedKind, id: string, record: JsonObject): Written {
  if (kind === 'adjustment') return store.adjustments.put(id, record);
  if (kind !== 'residential_ledger') return store.cachedRecords.put(kind, id, record);
  return store.syncs.writePage(kind, [{ id, fields: record }]);
}

/**
 * Fetches a single record and caches it.
 *
 * @returns the ID under which it is cached, and whether it was new or changed
 * @throws FailureError of the client; `not-this-service` for a response that is not
 *   such a record, `incomplete` for a catalog that is suddenly empty: then what was
 *   kept stays
 */
export async function fetchRecord(
  { client, store }: FetchParts,
  kind: FetchedKind,
  id: string,
  { acceptEmpty = false, ...call }: FetchOptions = {},
): Promise<Written & { readonly cachedId: string }> {
  const record = await sources[kind].retrieve(client, id, call);
  if (!sources[kind].isRequested(record, id)) throw notThisService();
  const isEmpty = Object.keys(record).length === 0;
  if (isEmpty && !acceptEmpty && isFilled(readCached(store, kind, id, { secrets: false })?.record))
    throw suddenlyEmpty();
  const cachedId =
    kind === 'residential_ledger' ? ownIdOf(record, 'residential_ledger_id', id) : id;
  const { added, changed } = await store.whenFree(() => write(store, kind, cachedId, record));
  return { cachedId, added, changed };
}

const isProduct = hasFieldOf(checkoutProductFields);

/** Product ids to products; one of them at least has to be one. */
function isCatalog(catalog: JsonObject): boolean {
  const products = Object.values(catalog);
  if (!products.every(isJsonObject)) return false;
  return products.length === 0 || products.some((product) => isProduct(product, onlyId));
}

const isFilled = (record: JsonObject | undefined): boolean =>
  record !== undefined && Object.keys(record).length > 0;

const suddenlyEmpty = (): Error =>
  fail(
    'incomplete',
    'The service suddenly offers no products. The cached catalog is unchanged. If they were really removed, sync again and accept empty lists.',
  );

/** The ID as the record spells it: a list must not have one row in two spellings. */
export function ownIdOf(record: JsonObject, idField: string, askedId: string): string {
  const value = record[idField];
  return typeof value === 'string' && value !== '' ? value : askedId;
}

/** The ID under which the response for a grouping is cached, whatever the order of the fields. */
export function groupingId(groupBy: readonly AvailabilityGroup[]): string {
  return availabilityGroups.filter((group) => groupBy.includes(group)).join(',');
}

const readGrouping = (id: string): string[] => (id === '' ? [] : id.split(','));

/**
 * Whether a record has a field that the specification names, and, if it contains an
 * ID, the requested one. Any field may be missing.
 */
export function hasFieldOf(
  fields: FieldTable,
  idField?: string,
): (record: JsonObject, id: string) => boolean {
  return (record, id) =>
    Object.keys(fields).some((field) => Object.hasOwn(record, field)) &&
    (idField === undefined || isSameId(record[idField], id));
}

function isSameId(value: JsonValue | undefined, id: string): boolean {
  if (value === undefined || value === null) return true;
  const isScalar = typeof value === 'string' || typeof value === 'number';
  return (
    (isScalar || typeof value === 'bigint') && String(value).toLowerCase() === id.toLowerCase()
  );
}
