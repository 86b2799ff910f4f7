import type { JsonObject } from '../json.ts';

/** A row of a response: its ID and every field exactly as received. */
export interface ReceivedRecord {
  readonly id: string;
  readonly fields: JsonObject;
}
