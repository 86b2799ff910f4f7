import { hash } from 'node:crypto';
import { isJsonObject, parseJson, stringifyJson, type JsonValue } from '../../shared/json.ts';
import {
  digestLength,
  type ReceivedRows,
  type RowRead,
} from '../../shared/records/received-record.ts';
import type { CutRows } from './cut-rows.ts';

/**
 * Rows that were cut out of a response; each is parsed when it is read.
 *
 * @param readWhole parses the complete response if the cut turns out to be wrong
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
    read(row) {
      try {
        const text = decoder.decode(body.subarray(starts[row], ends[row]));
        return toRecord(parseJson(text), idField);
      } catch (error) {
        // Nested too deeply for the parser: only this row is skipped.
        return error instanceof RangeError ? 'no-record' : 'wrong-cut';
      }
    },
    readWhole,
  };
}

/** Rows of a response that was parsed completely; their digests are those of their JSON text. */
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

/** An ID that is a number equals the text of its digits. */
function readId(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}
