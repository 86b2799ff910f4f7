import type { JsonObject } from './json.ts';

/** A row of an answer: its id and every field exactly as received. */
export interface ReceivedRecord {
  readonly id: string;
  readonly fields: JsonObject;
}
