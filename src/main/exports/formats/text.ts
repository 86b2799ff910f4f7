import type { ExportProtocol } from '../../../shared/exports/export.ts';
import { percentEncode } from '../../../shared/exports/template.ts';
import {
  type ExportFormat,
  type ExportRow,
  defineFormat,
  formatHostPort,
  isOpen,
  memoizeLast,
  type ForbiddenText,
} from '../format.ts';

/** Control characters, line breaks and lone surrogates, which some readers change or end a line at. */
export const controls: ForbiddenText = {
  pattern: /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u,
  words: 'a control character or a line break',
  instead: 'URL formats',
};

/** A URL encodes UTF-8, which has no lone surrogates. */
export const notUnicode: ForbiddenText = {
  pattern: /\p{Cs}/u,
  words: 'invalid Unicode',
  instead: 'no format',
};

/** For programs that send other encodings to an HTTP proxy. */
export const beyondAscii: ForbiddenText = {
  pattern: /\P{ASCII}/u,
  words: 'a character beyond ASCII',
  instead: 'SOCKS5 or a URL format',
  protocol: 'http',
};

/**
 * Proxy URLs: credentials percent-encoded (RFC 3986), the port always written.
 *
 * @param scheme or a function from the protocol to it
 */
export function createUrlFormat(
  name: string,
  parts: {
    readonly aliases: readonly string[];
    readonly label: string;
    readonly scheme: string | ((protocol: ExportProtocol) => string);
    readonly protocol: ExportProtocol | null;
  },
): ExportFormat {
  const { scheme, ...rest } = parts;
  return defineFormat({
    ...rest,
    name,
    group: 'URLs',
    extension: 'txt',
    mimeType: 'text/plain',
    forbidden: [notUnicode],
    canOmitCredentials: true,
    encode: (row) => formatProxyUrl(typeof scheme === 'string' ? scheme : scheme(row.protocol), row),
  });
}

const encodeUser = memoizeLast(percentEncode);
const encodePassword = memoizeLast(percentEncode);

/** A proxy URL with its port, and credentials if any. */
export function formatProxyUrl(scheme: string, row: ExportRow): string {
  if (isOpen(row)) return `${scheme}://${formatHostPort(row)}`;
  const credentials = `${encodeUser(row.username)}:${encodePassword(row.password)}`;
  return `${scheme}://${credentials}@${formatHostPort(row)}`;
}

/** Lines of unescaped fields. Credentials with separators, white space or control characters are refused. */
export function createLineFormat(
  name: string,
  parts: {
    readonly aliases?: readonly string[];
    readonly label: string;
    readonly separators: string;
    readonly encode: (hostPort: string, row: ExportRow) => string;
    readonly hasCredentials?: boolean;
  },
): ExportFormat {
  const { separators, encode, ...rest } = parts;
  return defineFormat({
    ...rest,
    name,
    group: 'Lines',
    extension: 'txt',
    mimeType: 'text/plain',
    forbidden: separators === '' ? [] : [lineSeparators(separators)],
    canOmitCredentials: true,
    encode: (row) => (isOpen(row) ? formatHostPort(row) : encode(formatHostPort(row), row)),
  });
}

/** Characters that would shift the fields of a line. */
export const lineSeparators = (separators: string): ForbiddenText => ({
  pattern: new RegExp(`[${separators.replace(/[[\]]/g, '\\$&')}\\s\\p{Cc}\\p{Cs}]`, 'u'),
  words: `one of "${separators}", white space or a control character`,
  instead: 'URL formats',
});
