import type { JsonObject } from '../json.ts';

/** A single cached record, its fields as received. */
export interface CachedRecord {
  readonly record: JsonObject;
  /** When it was last received, ISO 8601 in UTC; null if unknown. */
  readonly receivedAt: string | null;
}

/** Kinds of single records that are cached as received, each with its own ID. */
export const recordKinds = [
  'residential_summary',
  'mobile_summary',
  'customer',
  'catalog',
  'availability',
  'mobile_ledger',
  'city',
  'asn',
  'country',
  'subdivision',
] as const;
export type RecordKind = (typeof recordKinds)[number];
