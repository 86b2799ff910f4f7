import type { JsonObject } from '../json.ts';

/** Fields as received. */
export interface CachedRecord {
  readonly record: JsonObject;
  /** ISO 8601 in UTC; null: unknown. */
  readonly receivedAt: string | null;
}

/** Fields exactly as received. */
export interface ReceivedRecord {
  readonly id: string;
  readonly fields: JsonObject;
}
