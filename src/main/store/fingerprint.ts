import { hash } from 'node:crypto';
import type { ReceivedRecord } from '../../shared/received-record.ts';
import { toJsonText } from './json-text.ts';

/** Bytes of a row's digest as it is received. */
export const digestLength = 16;
/** Bytes of the fingerprint that is kept of a row. */
export const fingerprintLength = 8;

/** Digests of records that did not come as bytes: of their JSON text. */
export function digestRecords(records: readonly ReceivedRecord[]): Buffer {
  return Buffer.concat(
    records.map(({ fields }) =>
      hash('sha256', toJsonText(fields), 'buffer').subarray(0, digestLength),
    ),
  );
}

/** The fingerprint of one row among those of a page. */
export function printOf(prints: Buffer, row: number): Buffer {
  return prints.subarray(row * digestLength, row * digestLength + fingerprintLength);
}
