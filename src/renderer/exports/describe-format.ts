import type { ExportFormatInfo } from '../../shared/export.ts';

/** What a format makes and can carry, in a line. */
export function describeFormat(format: ExportFormatInfo): string {
  const { extension, mimeType, hasCredentials, hasIpv6, forbidden, maxProxies, protocol } = format;
  return [
    `.${extension}, ${mimeType}`,
    protocol === null ? null : protocol === 'http' ? 'HTTP only' : 'SOCKS5 only',
    hasCredentials ? null : 'no credentials',
    hasIpv6 ? null : 'no IPv6',
    maxProxies === null ? null : maxProxies === 1 ? 'one proxy' : `${maxProxies} proxies at most`,
    forbidden === null ? null : `credentials can’t hold ${forbidden}`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
