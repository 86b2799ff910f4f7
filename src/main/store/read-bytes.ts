import { encodeUuidBytes, encodeValue, type ColumnForm, type SqlValue } from './column-form.ts';

const quote = 0x22;
/** More digits may be rounded. */
const maxDigits = 15;

/**
 * The stored form of a value that stands as JSON in some bytes: the same as
 * `encodeValue` gives of the parsed value. Undefined where it has to be parsed:
 * for escapes, bytes beyond ASCII, fractions, and whatever is no such value.
 */
export function readBytes(
  form: ColumnForm,
  body: Buffer,
  start: number,
  end: number,
): SqlValue | undefined {
  switch (form) {
    case 'integer':
    case 'number':
      return readDigits(body, start, end);
    case 'boolean':
      if (isAscii(body, start, end, 'true')) return 1;
      return isAscii(body, start, end, 'false') ? 0 : undefined;
    case 'uuid':
      return readUuid(body, start, end) ?? readText(form, body, start, end);
    case 'text':
    case 'ipv4':
    case 'ipv6':
      return readText(form, body, start, end);
    case 'texts':
      return undefined;
  }
}

/** Whether the bytes from `start` to `end` are this text. */
export function isAscii(body: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let index = 0; index < text.length; index += 1) {
    if (body[start + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

function readDigits(body: Uint8Array, start: number, end: number): number | undefined {
  const length = end - start;
  if (length < 1 || length > maxDigits || (length > 1 && body[start] === 0x30)) return undefined;
  let value = 0;
  for (let at = start; at < end; at += 1) {
    const digit = (body[at] ?? 0) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return value;
}

function readUuid(body: Uint8Array, start: number, end: number): Buffer | undefined {
  if (body[start] !== quote || body[end - 1] !== quote) return undefined;
  return encodeUuidBytes(body, start + 1, end - 1);
}

function readText(
  form: ColumnForm,
  body: Buffer,
  start: number,
  end: number,
): SqlValue | undefined {
  if (end - start < 2 || body[start] !== quote || body[end - 1] !== quote) return undefined;
  for (let at = start + 1; at < end - 1; at += 1) {
    const byte = body[at] ?? 0;
    if (byte < 0x20 || byte > 0x7e || byte === 0x5c || byte === quote) return undefined;
  }
  return encodeValue(form, body.toString('latin1', start + 1, end - 1));
}
