import { adjustmentFields } from '../../shared/adjustment.ts';
import { availabilityGroups, type AvailabilityGroup } from '../../shared/availability.ts';
import { checkoutProductFields } from '../../shared/catalog.ts';
import { customerFields } from '../../shared/customer.ts';
import { fail } from '../../shared/failure.ts';
import type { FieldTable } from '../../shared/field.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../shared/json.ts';
import type { RecordKind } from '../../shared/kept-record.ts';
import { referenceFields } from '../../shared/reference.ts';
import {
  mobileLedgerFields,
  mobileSummaryFields,
  residentialLedgerFields,
  residentialSummaryFields,
} from '../../shared/usage.ts';
import { searchResidentialAvailability } from '../api/availability.ts';
import { retrieveCheckoutCatalog } from '../api/catalog.ts';
import type { ApiClient, CallOptions } from '../api/client.ts';
import { retrieveCustomer } from '../api/customer.ts';
import { notThisService } from '../api/errors.ts';
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

/** The service and the copy that what it gives is kept in. */
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

interface RecordSource {
  retrieve(client: ApiClient, id: string, options: CallOptions): Promise<JsonObject>;
  /** Whether an answer is what was asked for; another one replaces nothing. */
  isAsked(record: JsonObject, id: string): boolean;
}

const sources: { readonly [K in RecordKind]: RecordSource } = {
  residential_summary: {
    retrieve: (client, _id, options) => retrieveResidentialSummary(client, options),
    isAsked: hasFieldOf(residentialSummaryFields),
  },
  mobile_summary: {
    retrieve: (client, _id, options) => retrieveMobileSummary(client, options),
    isAsked: hasFieldOf(mobileSummaryFields),
  },
  customer: {
    retrieve: (client, _id, options) => retrieveCustomer(client, options),
    isAsked: hasFieldOf(customerFields),
  },
  catalog: {
    retrieve: (client, _id, options) => retrieveCheckoutCatalog(client, options),
    isAsked: isCatalog,
  },
  availability: {
    retrieve: (client, id, options) =>
      searchResidentialAvailability(client, { groupBy: readGrouping(id), ...options }),
    isAsked: (answer) => Array.isArray(answer['residential_options']),
  },
  mobile_ledger: {
    retrieve: retrieveMobileLedgerEntry,
    isAsked: hasFieldOf(mobileLedgerFields, 'mobile_ledger_id'),
  },
  city: { retrieve: retrieveCity, isAsked: hasFieldOf(referenceFields.city, 'city_id') },
  asn: { retrieve: retrieveAsn, isAsked: hasFieldOf(referenceFields.asn, 'asn_id') },
  country: {
    retrieve: retrieveCountry,
    isAsked: hasFieldOf(referenceFields.country, 'country_id'),
  },
  subdivision: {
    retrieve: retrieveSubdivision,
    isAsked: hasFieldOf(referenceFields.subdivision, 'subdivision_id'),
  },
};

/**
 * Asks the service for a single record and keeps it.
 *
 * @throws FailureError of the client; `not-this-service` for an answer that is not
 *   such a record, `incomplete` for a catalog that is suddenly empty: then what was
 *   kept stays
 */
export async function fetchRecord(
  { client, store }: FetchParts,
  kind: RecordKind,
  id: string,
  { acceptEmpty = false, ...call }: FetchOptions = {},
): Promise<Written> {
  const record = await sources[kind].retrieve(client, id, call);
  if (!sources[kind].isAsked(record, id)) throw notThisService();
  const isEmpty = Object.keys(record).length === 0;
  if (
    isEmpty &&
    !acceptEmpty &&
    isFilled(store.keptRecords.get(kind, id, { secrets: false })?.record)
  )
    throw suddenlyEmpty();
  return store.keptRecords.put(kind, id, record);
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
    'The service suddenly offers no products. The catalog was kept as it was. If they are really gone, sync once more and accept empty lists.',
  );

const isAdjustment = hasFieldOf(adjustmentFields, 'service_adjustment_id');

/** Asks for one service adjustment and keeps it. Failures as of `fetchRecord`. */
export async function fetchAdjustment(
  { client, store }: FetchParts,
  id: string,
  options?: CallOptions,
): Promise<Written> {
  const record = await retrieveServiceAdjustment(client, id, options);
  if (!isAdjustment(record, id)) throw notThisService();
  return store.adjustments.put(id, record);
}

const isLedgerEntry = hasFieldOf(residentialLedgerFields, 'residential_ledger_id');

/**
 * Asks for one entry of the residential ledger and writes it into the list.
 *
 * @returns the id under which it stands there
 * @throws FailureError as of `fetchRecord`
 */
export async function fetchLedgerEntry(
  { client, store }: FetchParts,
  id: string,
  options?: CallOptions,
): Promise<string> {
  const fields = await retrieveResidentialLedgerEntry(client, id, options);
  if (!isLedgerEntry(fields, id)) throw notThisService();
  const ownId = ownIdOf(fields, 'residential_ledger_id', id);
  store.syncs.writePage('residential_ledger', [{ id: ownId, fields }]);
  return ownId;
}

/** The id as the record spells it: a row must not stand in a list twice, in two spellings. */
export function ownIdOf(record: JsonObject, idField: string, askedId: string): string {
  const value = record[idField];
  return typeof value === 'string' && value !== '' ? value : askedId;
}

/** The id under which the answer for a grouping is kept: the same whatever the order. */
export function groupingId(groupBy: readonly AvailabilityGroup[]): string {
  return availabilityGroups.filter((group) => groupBy.includes(group)).join(',');
}

const readGrouping = (id: string): string[] => (id === '' ? [] : id.split(','));

/**
 * Whether a record has a field that the specification names, and where it says its
 * id, the id that was asked for. Any field may be missing.
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
