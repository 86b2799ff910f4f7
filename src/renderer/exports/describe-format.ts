import type { ExportFormatInfo } from '../../shared/exports/export.ts';

/** What a format supports, in a line. */
export function describeFormat(format: ExportFormatInfo): string {
  const { extension, hasCredentials, hasIpv6, forbidden, maxProxies, protocol } = format;
  return [
    `.${extension} file`,
    protocol === null ? null : protocol === 'http' ? 'HTTP only' : 'SOCKS5 only',
    hasCredentials ? null : 'no credentials',
    hasIpv6 ? null : 'no IPv6',
    maxProxies === null ? null : maxProxies === 1 ? 'one proxy' : `at most ${maxProxies} proxies`,
    forbidden === null ? null : `credentials cannot contain ${forbidden.replace(/^one of /, '')}`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
