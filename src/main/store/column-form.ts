import type { JsonValue } from '../../shared/json.ts';
import { formatIpv4, formatIpv6, parseIpv4, parseIpv6 } from './ip-address.ts';
import { readKeptJson } from './json-text.ts';

/**
 * What SQLite takes and gives here. No column holds an integer beyond 2^53, and
 * none comes back as a bigint; but only a bigint is sure to be stored as an integer:
 * a number is handed over as floating point.
 */
export type SqlValue = string | number | bigint | Buffer | null;

/**
 * How a column stores a value. `uuid`, `ipv4` and `ipv6` keep the compact form
 * where writing it back gives the very same text, and else the text itself.
 */
export type ColumnForm =
  'text' | 'integer' | 'number' | 'boolean' | 'uuid' | 'ipv4' | 'ipv6' | 'texts';

/** The stored form of a received value; undefined where the column can't give it back exactly. */
export function encodeValue(form: ColumnForm, value: JsonValue): SqlValue | undefined {
  switch (form) {
    case 'integer':
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? (value as number) : undefined;
    case 'number':
      return typeof value === 'number' && !Object.is(value, -0) ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : undefined;
    case 'text':
      return isPlainText(value) ? value : undefined;
    case 'uuid':
      return isPlainText(value) ? encodeUuid(value) : undefined;
    case 'ipv4':
      return isPlainText(value) ? encodeIpv4(value) : undefined;
    case 'ipv6':
      return isPlainText(value) ? encodeIpv6(value) : undefined;
    case 'texts':
      return isTextList(value) ? JSON.stringify(value) : undefined;
  }
}

/** The value that `encodeValue` was given. */
export function decodeValue(form: ColumnForm, stored: SqlValue): JsonValue {
  if (stored === null) return null;
  switch (form) {
    case 'boolean':
      return stored === 1;
    case 'ipv4':
      return typeof stored === 'number' ? formatIpv4(stored) : toText(stored);
    case 'ipv6':
      return Buffer.isBuffer(stored) ? formatIpv6(stored) : stored;
    case 'uuid':
      return Buffer.isBuffer(stored) ? formatUuid(stored) : stored;
    case 'texts':
      // Written by encodeValue from a list of texts.
      return readKeptJson(toText(stored));
    case 'text':
    case 'integer':
    case 'number':
      return Buffer.isBuffer(stored) ? toText(stored) : stored;
  }
}

/**
 * Whether SQLite gives a text back as it is: a lone surrogate would become
 * U+FFFD, and text functions stop at a NUL.
 */
export function isPlainText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\0');
}

/** Whether a value is a list of nothing but texts that SQLite gives back as they are. */
function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isPlainText);
}

const uuidLength = 36;
const uuidText = Buffer.alloc(uuidLength + 4);

/** 16 bytes for a lower-case UUID, else the text. */
export function encodeUuid(text: string): SqlValue {
  if (text.length !== uuidLength || uuidText.write(text) !== uuidLength) return text;
  return encodeUuidBytes(uuidText, 0, uuidLength) ?? text;
}

/** 16 bytes for a lower-case UUID that stands as ASCII from `start` to `end`; undefined for anything else. */
export function encodeUuidBytes(body: Uint8Array, start: number, end: number): Buffer | undefined {
  if (end - start !== uuidLength) return undefined;
  const bytes = Buffer.allocUnsafe(16);
  let at = 0;
  for (let index = 0; index < uuidLength; index += 2) {
    if (index === 8 || index === 13 || index === 18 || index === 23) {
      if (body[start + index] !== 45) return undefined;
      index += 1;
    }
    const high = hexDigit(body[start + index] ?? 0);
    const value = (high << 4) | hexDigit(body[start + index + 1] ?? 0);
    if (value < 0) return undefined;
    bytes[at] = value;
    at += 1;
  }
  return bytes;
}

/** The value of a lower-case hexadecimal digit; negative for anything else. */
function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : -256;
}

/** Writes the 16 bytes of `encodeUuid` back. */
export function formatUuid(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The text of a stored id, whichever form it is kept in. */
export function formatId(stored: SqlValue | undefined): string {
  if (Buffer.isBuffer(stored)) return formatUuid(stored);
  return stored === undefined || stored === null ? '' : String(stored);
}

function encodeIpv4(text: string): SqlValue {
  const address = parseIpv4(text);
  if (address === undefined) return text;
  // Numbers are handed over as floating point, and a column of type ANY keeps them so.
  return BigInt(address);
}

function encodeIpv6(text: string): SqlValue {
  const bytes = parseIpv6(text);
  return bytes && formatIpv6(bytes) === text ? bytes : text;
}

const toText = (stored: Exclude<SqlValue, null>): string =>
  Buffer.isBuffer(stored) ? stored.toString('utf8') : String(stored);
