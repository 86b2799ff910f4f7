import type { ExportFormat } from '../format.ts';

/** A format and what it can represent, as other programs read it. */
export const describeFormat = (format: ExportFormat) => ({
  name: format.name,
  aliases: format.aliases,
  label: format.label,
  group: format.group,
  extension: format.extension,
  mime_type: format.mimeType,
  protocols: listProtocols(format),
  credentials: format.hasCredentials,
  credentials_optional: !format.hasCredentials || format.canOmitCredentials === true,
  socks5_credentials: format.hasCredentials && format.protocol !== 'http',
  ipv6: format.hasIpv6,
  forbidden: format.forbidden,
  max_proxies: format.maxProxies,
  example: format.example,
});

/** The protocols that a format can represent. */
export const listProtocols = ({ protocol }: Pick<ExportFormat, 'protocol'>): readonly string[] =>
  protocol === null ? ['http', 'socks5'] : [protocol];
