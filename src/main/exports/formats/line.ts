import { exampleRow, formatHostPort, type ExportFormat, type ExportRow } from '../format.ts';

/**
 * A bare line: fields joined as they are. Such lines have no escape rule, so a
 * row whose credentials hold a separator, white space or a control character is
 * refused rather than written in a way that reads back differently.
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
  const hasCredentials = parts.hasCredentials ?? true;
  const encode = (row: ExportRow): string => parts.encode(formatHostPort(row), row);
  return {
    name,
    aliases: parts.aliases ?? [],
    label: parts.label,
    group: 'Lines',
    extension: 'txt',
    protocol: null,
    example: encode(exampleRow),
    hasCredentials,
    refuse({ username, password }) {
      if (!hasCredentials) return undefined;
      const text = username + password;
      const isBroken =
        /[\s\p{Cc}\p{Cs}]/u.test(text) ||
        Array.from(parts.separators).some((separator) => text.includes(separator));
      return isBroken
        ? `a user name or password holds one of "${parts.separators}", white space or a control character, which this form cannot carry; the URL forms can`
        : undefined;
    },
    encode,
  };
}
