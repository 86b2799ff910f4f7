import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '../../shared/json.ts';
import {
  digestLength,
  type ReceivedRecord,
  type ReceivedRows,
} from '../../shared/records/received-record.ts';
import { notThisService } from './http/errors.ts';
import { nestsTooDeep, readAnswer } from './http/read-answer.ts';

/** One page of a search (specification, Conventions). */
export interface Page {
  readonly page: number;
  /** How many rows match according to this page; null: it does not say. */
  readonly totalCount: number | null;
  /** Must be read before the next page is requested: then their memory is freed. */
  readonly rows: ReceivedRows;
}

/** The rows of a search response as bytes, not yet parsed. */
interface CutRows {
  /** The response without its rows. */
  readonly envelope: JsonObject;
  /** Where each row begins and ends in the body. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** 16 bytes of SHA-256 a row. */
  readonly digests: Uint8Array;
}

/** A search response as it was received. */
export interface ReceivedPage {
  readonly body: Uint8Array;
  /** Null: the body has another layout, and must be parsed completely. */
  readonly cut: CutRows | null;
}

const beforeRows = Buffer.from('"data":[{"');
/** What is around the rows: a few counts and a message. */
const maxEnvelopeBytes = 4096;
/** Places where the last row may end that are tried. */
const maxEndsTried = 8;
/** Far more than any page that is requested; each row costs a hash. */
const maxRows = 10_000;

let cutting: Promise<unknown> = Promise.resolve();

/** Cuts one body at a time, with a turn of the event loop before each: several may arrive together. */
export async function cutInTurn(body: Uint8Array): Promise<ReceivedPage> {
  const before = cutting;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  cutting = promise;
  try {
    await before;
    await setImmediate();
    return { body, cut: cutRows(body) ?? null };
  } finally {
    resolve(undefined);
  }
}

/**
 * Finds the rows of a search response without parsing them: most rows of a sync are known by their bytes.
 * Takes time linear in the length of the body, whatever it contains.
 *
 * @returns undefined for a response with another layout, or with objects in a list of a row
 */
export function cutRows(received: Uint8Array): CutRows | undefined {
  const body = asBuffer(received);
  const before = body.subarray(0, maxEnvelopeBytes).indexOf(beforeRows);
  if (before < 0) return undefined;
  const first = before + beforeRows.length - 2;
  const last = findLastEnd(body, first);
  if (last === undefined) return undefined;
  const starts = findStarts(body, first, last.end);
  if (starts === undefined || last.envelope['item_count'] !== starts.length) return undefined;
  // Between two rows is a comma.
  const ends = [...starts.slice(1).map((start) => start - 1), last.end];
  return { envelope: last.envelope, ...locate(body, starts, ends) };
}

const [space, quote, comma, colon, openBrace, closeBrace] = [0x20, 0x22, 0x2c, 0x3a, 0x7b, 0x7d];

/**
 * Where the objects of `data` begin; undefined if only a parser can tell. A brace in a text is never followed by a
 * quote and a letter. Every other one begins an object: the value of a field if a colon is in front, or the next element
 * of a list if another object is. A list inside a row has a first object as well, which has neither in front of it.
 */
function findStarts(body: Buffer, first: number, end: number): number[] | undefined {
  const starts = [first];
  const rows = body.subarray(0, end);
  for (let at = first; (at = rows.indexOf(openBrace, at + 1)) >= 0;) {
    const next = rows[at + 1] ?? 0;
    const isInText = next > space && next !== quote && next !== closeBrace;
    if (isInText || rows[at - 1] === colon) continue;
    const followsObject = rows[at - 1] === comma && rows[at - 2] === closeBrace;
    if (!followsObject || next !== quote || !isLetter(rows[at + 2])) return undefined;
    if (starts.push(at) > maxRows) return undefined;
  }
  return starts;
}

const isLetter = (byte = 0): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;

/** The last row ends if the rest is a valid response without rows: near the end, so the search goes backward. */
function findLastEnd(
  body: Buffer,
  first: number,
): { readonly end: number; readonly envelope: JsonObject } | undefined {
  const tail = Math.max(first, body.length - maxEnvelopeBytes);
  let at = body.length;
  for (let tried = 0; tried < maxEndsTried; tried += 1) {
    at = tail + body.subarray(tail, at).lastIndexOf('}]');
    if (at < tail) return undefined;
    const envelope = readEnvelope(Buffer.concat([body.subarray(0, first), body.subarray(at + 1)]));
    if (envelope) return { end: at + 1, envelope };
  }
  return undefined;
}

/** Parses a response without its rows. Undefined if it is not one. */
function readEnvelope(text: Buffer): JsonObject | undefined {
  try {
    const envelope = readAnswer(text);
    const { data } = envelope;
    return Array.isArray(data) && data.length === 0 ? envelope : undefined;
  } catch {
    return undefined;
  }
}

/** Writes the rows of a parsed response one behind the other, so that there is one form of page. */
function writeRows({ data, ...envelope }: JsonObject): ReceivedPage & { readonly cut: CutRows } {
  if (!Array.isArray(data)) throw notThisService();
  const texts = data.map((row: JsonValue) => Buffer.from(stringifyJson(row)));
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { length } of texts) {
    const start = ends.at(-1) ?? 0;
    starts.push(start);
    ends.push(start + length);
  }
  const body = Buffer.concat(texts);
  return { body, cut: { envelope, ...locate(body, starts, ends) } };
}

function locate(
  body: Buffer,
  starts: readonly number[],
  ends: readonly number[],
): Omit<CutRows, 'envelope'> {
  // Has memory of its own, to be transferred to another thread.
  const digests = new Uint8Array(starts.length * digestLength);
  starts.forEach((start, row) => {
    const digest = hash('sha256', body.subarray(start, ends[row]), 'buffer');
    digests.set(digest.subarray(0, digestLength), row * digestLength);
  });
  return { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends), digests };
}

/**
 * Parses only what is around the rows of a page that was cut; each row is parsed when it is read.
 *
 * @throws FailureError `not-this-service` for a response that is not a page, or not page `asked`
 */
export function readPage({ body, cut }: ReceivedPage, asked: number, idField: string): Page {
  const page = cut ? { body, cut } : writeRows(readAnswer(body));
  const { envelope, starts, ends, digests } = page.cut;
  const bytes = asBuffer(page.body);
  const echoed = readCount(envelope['page']);
  if (echoed !== null && echoed !== asked) throw notThisService();
  return {
    page: asked,
    totalCount: readCount(envelope['total_count']),
    rows: {
      count: starts.length,
      digests,
      read: (row) => readRow(bytes.subarray(starts[row], ends[row]), idField),
    },
  };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function readRow(text: Buffer, idField: string): ReceivedRecord | undefined {
  if (nestsTooDeep(text)) return undefined;
  const row = parseRow(text);
  if (!isJsonObject(row)) return undefined;
  const id = readId(row[idField]);
  return id === undefined ? undefined : { id, fields: row };
}

function parseRow(text: Buffer): JsonValue {
  try {
    return parseJson(decoder.decode(text));
  } catch {
    // As in `readAnswer`.
    throw notThisService();
  }
}

/** An ID that is a number equals the text of its digits. */
function readId(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

function readCount(value: JsonValue | undefined): number | null {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Frees the memory of bytes at once, if no other bytes share it: the collector would let
 * hundreds of bodies pile up first.
 */
export function detachBuffer({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}
