import type { JsonObject } from '../json.ts';

/** A row of a response: its ID and every field exactly as received. */
export interface ReceivedRecord {
  readonly id: string;
  readonly fields: JsonObject;
}

/** Bytes of a row's digest. */
export const digestLength = 16;

/** Rows of a page that are parsed only if necessary: a row that is recognized by its bytes is not. */
export interface ReceivedRows {
  readonly count: number;
  /** `digestLength` bytes a row, one after the other: the same bytes have the same digest. */
  readonly digests: Uint8Array;
  /** Undefined: it is not an object, has no ID or nests too deep. Failure `not-this-service`. */
  read(row: number): ReceivedRecord | undefined;
}
