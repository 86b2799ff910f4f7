import { hash } from 'node:crypto';
import { isJsonObject, parseJson, stringifyJson, type JsonValue } from '../../shared/json.ts';
import { digestLength, type ReceivedRows, type RowRead } from '../../shared/received-record.ts';
import type { CutRows } from './cut-rows.ts';

/**
 * Rows that were cut out of an answer; each is parsed when it is read.
 *
 * @param readWhole parses the answer as a whole, for when the cut turns out to be wrong
 */
export function rowsOfCut(
  body: Buffer,
  { starts, ends, digests }: CutRows,
  idField: string,
  readWhole: () => ReceivedRows,
): ReceivedRows {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return {
    count: starts.length,
    digests,
    bytes: { body, starts, ends },
    read(row) {
      try {
        const text = decoder.decode(body.subarray(starts[row], ends[row]));
        return toRecord(parseJson(text), idField);
      } catch (error) {
        // Too many values inside values for the parser: this row alone is set aside.
        return error instanceof RangeError ? 'no-record' : 'wrong-cut';
      }
    },
    readWhole,
  };
}

/** Rows of an answer that was parsed as a whole; their digests are made of their JSON text. */
export function rowsOfData(data: readonly JsonValue[], idField: string): ReceivedRows {
  const digests = Buffer.concat(
    data.map((row) => hash('sha256', stringifyJson(row), 'buffer').subarray(0, digestLength)),
  );
  const rows: ReceivedRows = {
    count: data.length,
    digests,
    read: (row) => toRecord(data[row], idField),
    readWhole: () => rows,
  };
  return rows;
}

function toRecord(row: JsonValue | undefined, idField: string): RowRead {
  if (!isJsonObject(row)) return 'no-record';
  const id = readId(row[idField]);
  return id === undefined ? 'no-record' : { id, fields: row };
}

/** An id that came as a number is the same id as its digits. */
function readId(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
