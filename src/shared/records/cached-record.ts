import type { JsonObject } from '../json.ts';

/** A single cached record, its fields as received. */
export interface CachedRecord {
  readonly record: JsonObject;
  /** When it was last received, ISO 8601 in UTC; null if unknown. */
  readonly receivedAt: string | null;
}

/** A row of a response: its ID and every field exactly as received. */
export interface ReceivedRecord {
  readonly id: string;
  readonly fields: JsonObject;
}
