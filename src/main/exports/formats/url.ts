import type { ExportProtocol } from '../../../shared/exports/export.ts';
import { percentEncode } from '../../../shared/exports/template.ts';
import { type ExportFormat, type ExportRow, defineFormat, formatHostPort, isOpen, memoizeLast } from '../format.ts';
import { notUnicode } from './forbidden.ts';

/**
 * A proxy URL. User name and password are percent-encoded except for the
 * unreserved characters of RFC 3986; the port is always written.
 *
 * @param scheme the scheme, or a function from the row's protocol to it
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

/** A proxy URL with the row's credentials, if any; the port is always written. */
export function formatProxyUrl(scheme: string, row: ExportRow): string {
  if (isOpen(row)) return `${scheme}://${formatHostPort(row)}`;
  const credentials = `${encodeUser(row.username)}:${encodePassword(row.password)}`;
  return `${scheme}://${credentials}@${formatHostPort(row)}`;
}
