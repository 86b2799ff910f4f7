import { type JsonValue, parseJson, stringifyJson } from '../../../shared/json.ts';
import type { SqlValue } from '../sqlite/connection.ts';
import { damaged } from '../sqlite/sqlite-failure.ts';
import { fail } from '../../../shared/failure.ts';

/** Bytes for SQLite. */
export const toBlob = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** `texts`: a JSON list of texts; `json`: built by a statement. */
export type ColumnForm = 'text' | 'integer' | 'number' | 'boolean' | 'texts' | 'json';

/** Undefined if the column can't return the value exactly. */
export function encodeValue(form: ColumnForm, value: JsonValue): SqlValue | undefined {
  switch (form) {
    case 'text':
      return isPlainText(value) ? value : undefined;
    case 'integer':
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? (value as number) : undefined;
    case 'number':
      return typeof value === 'number' && !Object.is(value, -0) ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : undefined;
    case 'texts':
      return isTextList(value) ? JSON.stringify(value) : undefined;
    case 'json':
      return toJsonText(value);
  }
}

/** Reverses `encodeValue`. */
export function decodeValue(form: ColumnForm, stored: SqlValue): JsonValue {
  if (stored === null) return null;
  if (form === 'boolean') return stored === 1;
  if (form === 'texts' || form === 'json') return readStoredJson(toText(stored));
  return Buffer.isBuffer(stored) ? toText(stored) : stored;
}

/** SQLite changes lone surrogates, and ends at NUL. */
export function isPlainText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isPlainText);
}

export function formatId(stored: SqlValue | undefined): string {
  return stored === undefined || stored === null ? '' : toText(stored);
}

/** A stored text or number; otherwise null. */
export const textOrNull = (stored: unknown): string | null => (typeof stored === 'string' ? stored : null);
export const numberOrNull = (stored: unknown): number | null => (typeof stored === 'number' ? stored : null);

const toText = (stored: Exclude<SqlValue, null>): string =>
  Buffer.isBuffer(stored) ? stored.toString('utf8') : String(stored);

/** As `stringifyJson`, several times faster without big integers. Failure `too-large` for deep values. */
export function toJsonText(value: JsonValue): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    // JSON.stringify refuses big integers.
    if (error instanceof TypeError) return stringifyJson(value);
    if (error instanceof RangeError) throw tooDeep(error);
    throw error;
  }
}

/** Parses JSON of the cache. Failure `database-damaged`. */
export function readStoredJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch (cause) {
    throw damaged(cause);
  }
}

function tooDeep(cause: RangeError): Error {
  return fail('too-large', 'The service sent a record that is nested too deeply. Cached data remains available.', {
    cause,
  });
}
