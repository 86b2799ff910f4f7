import type { JsonObject } from './json.ts';

/** A row of an answer: its id and every field exactly as received. */
export interface ReceivedRecord {
  readonly id: string;
  readonly fields: JsonObject;
}

/** Rows of a page that are read only where they have to be: one that is known by its bytes is not. */
export interface ReceivedRows {
  readonly count: number;
  /** 16 bytes a row, one behind the other: the same bytes have the same digest. */
  readonly digests: Uint8Array;
  /**
   * Reads the given rows; undefined for one that is no object or has no id. Undefined
   * for all where the rows are not what they were taken for: then `readWhole` has them.
   */
  read(rows: readonly number[]): (ReceivedRecord | undefined)[] | undefined;
  /** The rows once more, taken apart in the slow way that is always right. Failure `not-this-service`. */
  readWhole(): ReceivedRows;
}
