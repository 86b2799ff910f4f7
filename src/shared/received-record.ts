import type { JsonObject } from './json.ts';

/** A row of an answer: its id and every field exactly as received. */
export interface ReceivedRecord {
  readonly id: string;
  readonly fields: JsonObject;
}

/**
 * A row as it was read. `no-record`: it is no object or has no id, and is set aside;
 * `wrong-cut`: it is not what it was taken for, so the page must be read whole.
 */
export type RowRead = ReceivedRecord | 'no-record' | 'wrong-cut';

/** JSON of rows inside a body; each begins and ends with its brace. */
export interface RowBytes {
  readonly body: Buffer;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** Bytes of a row's digest. */
export const digestLength = 16;

/** Rows of a page that are read only where they have to be: one that is known by its bytes is not. */
export interface ReceivedRows {
  readonly count: number;
  /** `digestLength` bytes a row, one after the other: the same bytes have the same digest. */
  readonly digests: Uint8Array;
  read(row: number): RowRead;
  /** The rows as they were received, where each stands by itself in the body of the answer. */
  readonly bytes?: RowBytes;
  /** The rows once more, taken apart in the slow way that is always right. Failure `not-this-service`. */
  readWhole(): ReceivedRows;
}
