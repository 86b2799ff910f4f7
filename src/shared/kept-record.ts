import type { JsonObject } from './json.ts';

/** A single record of the offline copy, its fields as received. */
export interface KeptRecord {
  readonly record: JsonObject;
  /** When the service last gave it, ISO 8601 in UTC; null: not known. */
  readonly receivedAt: string | null;
}

/** Kinds of single records that are kept as received, each under an id of its own. */
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
