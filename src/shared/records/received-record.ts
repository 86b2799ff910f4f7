import type { JsonObject } from '../json.ts';

/** A row of a response: its ID and every field exactly as received. */
export interface ReceivedRecord {
  readonly id: string;
  readonly fields: JsonObject;
}

/**
 * A row as it was read. `no-record`: it is not an object or has no ID, and is skipped;
 * `wrong-cut`: the page was cut in the wrong places and must be parsed completely.
 */
export type RowRead = ReceivedRecord | 'no-record' | 'wrong-cut';

/** Bytes of a row's digest. */
export const digestLength = 16;

/** Rows of a page that are parsed only if necessary: a row that is recognized by its bytes is not. */
export interface ReceivedRows {
  readonly count: number;
  /** `digestLength` bytes a row, one after the other: the same bytes have the same digest. */
  readonly digests: Uint8Array;
  read(row: number): RowRead;
  /** The same rows, parsed in the slow way that is always right. Failure `not-this-service`. */
  readWhole(): ReceivedRows;
}
