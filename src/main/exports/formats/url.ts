import type { ExportProtocol } from '../../../shared/export.ts';
import { formatHostPort, type ExportFormat, type ExportRow } from '../format.ts';

/**
 * A proxy URL. User name and password are percent-encoded but for the
 * unreserved characters of RFC 3986, the port is always written.
 *
 * @param scheme the scheme, or how it follows from the protocol of the row
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
  const encode = (row: ExportRow): string => {
    const scheme = typeof parts.scheme === 'string' ? parts.scheme : parts.scheme(row.protocol);
    const credentials = `${percentEncode(row.username)}:${percentEncode(row.password)}`;
    return `${scheme}://${credentials}@${formatHostPort(row)}`;
  };
  return {
    name,
    aliases: parts.aliases,
    label: parts.label,
    extension: 'txt',
    protocol: parts.protocol,
    example: encode({
      host: '203.0.113.10',
      port: parts.protocol === 'socks5' ? 1080 : 8080,
      username: 'user',
      password: 'pass',
      protocol: parts.protocol ?? 'http',
    }),
    hasCredentials: true,
    refuse: ({ username, password }) =>
      (username + password).isWellFormed()
        ? undefined
        : 'a user name or password is no valid Unicode text, which a URL cannot carry',
    encode,
  };
}

/** `encodeURIComponent` leaves `!'()*` as they are; some consumers do not. */
function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
