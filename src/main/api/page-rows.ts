import { hash } from 'node:crypto';
import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '../../shared/json.ts';
import {
  digestLength,
  type ReceivedRows,
  type RowRead,
} from '../../shared/records/received-record.ts';
import { nestsTooDeep } from './http/read-answer.ts';

/** The rows of a search response as bytes, not yet parsed. */
export interface CutRows {
  /** Where each row begins and ends in the body. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** 16 bytes of SHA-256 a row. */
  readonly digests: Uint8Array;
}

const beforeRows = Buffer.from('"data":[{"');
const quote = 0x22;

/** What is around the rows: a few counts and a message. */
const maxEnvelopeBytes = 4096;
/** Places where the last row may end that are tried. */
const maxEndsTried = 8;
/** Less than eight bytes are searched for by an algorithm that hostile bodies make slow. */
const minSeamBytes = 8;
const maxNameBytes = 128;
/** Far more than any page that is requested; each row costs a hash. */
const maxRows = 10_000;

/**
 * Finds the rows of a search response (specification, Conventions) without parsing
 * them: it is cut between one object and the next that begins with the same field as
 * the first. Inside a JSON text a quote is always escaped, so no such place is
 * inside a text. It may be inside a row: then there are not as many as `item_count`
 * says, or one of them is not valid JSON.
 *
 * Takes time linear in the length of the body, whatever it holds.
 *
 * @returns undefined for a response with another layout; it must be parsed completely
 */
export function cutRows(body: Buffer): CutRows | undefined {
  const before = body.subarray(0, maxEnvelopeBytes).indexOf(beforeRows);
  if (before < 0) return undefined;
  const first = before + beforeRows.length - 2;
  const nameEnd = body.subarray(0, first + 2 + maxNameBytes).indexOf(quote, first + 2);
  if (nameEnd < 0) return undefined;
  // From the brace that ends a row to the colon behind the first name of the next.
  const seam = Buffer.concat([Buffer.from('},'), body.subarray(first, nameEnd + 2)]);
  if (seam.length < minSeamBytes) return undefined;
  const starts = [first];
  const ends: number[] = [];
  for (let at = body.indexOf(seam, first); at >= 0; at = body.indexOf(seam, at + 2)) {
    if (starts.length >= maxRows) return undefined;
    ends.push(at + 1);
    starts.push(at + 2);
  }
  const last = findLastEnd(body, first, starts.at(-1) ?? first);
  if (last === undefined || last.itemCount !== starts.length) return undefined;
  ends.push(last.end);
  const digests = Buffer.allocUnsafe(starts.length * digestLength);
  starts.forEach((start, row) => {
    const digest = hash('sha256', body.subarray(start, ends[row]), 'buffer');
    digest.copy(digests, row * digestLength, 0, digestLength);
  });
  return { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends), digests };
}

/** Parses a response without its rows: `data` is an empty list. Undefined if it is not such a response. */
export function readEnvelope(body: Buffer, start: number, end: number): JsonObject | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(
      Buffer.concat([body.subarray(0, start), body.subarray(end)]),
    );
    const envelope = parseJson(text);
    const isWhole = isJsonObject(envelope) && isEmptyList(envelope['data']);
    return isWhole ? envelope : undefined;
  } catch {
    return undefined;
  }
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/**
 * The last row may contain lists of objects too: it ends if the rest is a valid response without rows.
 * That is near the end of the body, so the search goes backward from there.
 */
function findLastEnd(
  body: Buffer,
  first: number,
  lastStart: number,
): { end: number; itemCount: unknown } | undefined {
  const tail = Math.max(lastStart, body.length - maxEnvelopeBytes);
  let at = body.length;
  for (let tried = 0; tried < maxEndsTried; tried += 1) {
    at = tail + body.subarray(tail, at).lastIndexOf('}]');
    if (at < tail) return undefined;
    const envelope = readEnvelope(body, first, at + 1);
    if (envelope) return { end: at + 1, itemCount: envelope['item_count'] };
  }
  return undefined;
}

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
      const bytes = body.subarray(starts[row], ends[row]);
      if (nestsTooDeep(bytes)) return 'no-record';
      try {
        return toRecord(parseJson(decoder.decode(bytes)), idField);
      } catch {
        return 'wrong-cut';
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
