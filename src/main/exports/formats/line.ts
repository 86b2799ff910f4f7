import {
  defineFormat,
  formatHostPort,
  isOpen,
  type ExportFormat,
  type ExportRow,
  type ForbiddenText,
} from '../format.ts';

/**
 * A bare line: fields joined without escaping. A row whose credentials contain a
 * separator, white space or a control character is refused, because it would be
 * parsed differently.
 */
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

/** Characters that would shift the fields of a bare line. */
export const lineSeparators = (separators: string): ForbiddenText => ({
  pattern: new RegExp(`[${separators.replace(/[[\]]/g, '\\$&')}\\s\\p{Cc}\\p{Cs}]`, 'u'),
  words: `one of "${separators}", white space or a control character`,
  instead: 'URL formats',
});
