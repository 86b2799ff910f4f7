import type { ExportProtocol } from '../../../shared/export.ts';
import { percentEncode } from '../../../shared/template-filter.ts';
import { exampleRow, formatHostPort, type ExportFormat, type ExportRow } from '../format.ts';

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
    return formatProxyUrl(scheme, row);
  };
  return {
    name,
    aliases: parts.aliases,
    label: parts.label,
    group: 'URLs',
    extension: 'txt',
    protocol: parts.protocol,
    example: encode({
      ...exampleRow,
      port: parts.protocol === 'socks5' ? 1080 : 8080,
      protocol: parts.protocol ?? 'http',
    }),
    hasCredentials: true,
    refuse: refuseInUrl,
    encode,
  };
}

/** Why a URL can't carry the credentials of a row. */
export function refuseInUrl({ username, password }: ExportRow): string | undefined {
  return (username + password).isWellFormed()
    ? undefined
    : 'a user name or password is no valid Unicode text, which a URL cannot carry';
}

/** A proxy URL with credentials; the port is always written. */
export function formatProxyUrl(scheme: string, row: ExportRow): string {
  const credentials = `${percentEncode(row.username)}:${percentEncode(row.password)}`;
  return `${scheme}://${credentials}@${formatHostPort(row)}`;
}
