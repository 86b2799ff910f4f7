import { exampleRow, type ExportFormat, type ExportRow } from '../format.ts';
import { formatProxyUrl, refuseInUrl } from './url.ts';

/** With SOCKS the proxy resolves names. Quotes are percent-encoded in the URL, so nothing ends the shell's. */
const encode = (row: ExportRow): string =>
  `curl -x '${formatProxyUrl(row.protocol === 'http' ? 'http' : 'socks5h', row)}' https://example.com/`;

/** One command a line, for a POSIX shell. */
export const curl: ExportFormat = {
  name: 'curl',
  aliases: [],
  label: 'curl commands',
  group: 'Programs',
  extension: 'sh',
  protocol: null,
  example: encode(exampleRow),
  hasCredentials: true,
  refuse: refuseInUrl,
  encode,
};
