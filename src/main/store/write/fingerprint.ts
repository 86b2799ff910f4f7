import { hash } from 'node:crypto';
import { digestLength, type ReceivedRecord } from '../../../shared/records/received-record.ts';
import { toJsonText } from '../schema/json-text.ts';

/** Bytes of the keyed hash that is stored with a row. */
const hashLength = 8;

/** Digests of records that did not come as bytes: of their JSON text. */
export function digestRecords(records: readonly ReceivedRecord[]): Buffer {
  return Buffer.concat(
    records.map(({ fields }) =>
      hash('sha256', toJsonText(fields), 'buffer').subarray(0, digestLength),
    ),
  );
}

/** The hash to store with a row, out of the keyed hashes of its page. */
export function hashOf(hashes: Buffer, row: number): Buffer {
  return hashes.subarray(row * digestLength, row * digestLength + hashLength);
}
