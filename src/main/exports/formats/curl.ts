import { defineFormat, type ExportRow } from '../format.ts';
import { notUnicode } from './forbidden.ts';
import { formatProxyUrl } from './url.ts';

/** With SOCKS the proxy resolves names. */
const formatCurlUrl = (row: ExportRow): string => formatProxyUrl(row.protocol === 'http' ? 'http' : 'socks5h', row);

/** One command per line, for a POSIX shell. Quotes are percent-encoded in the URL, so nothing ends the shell's quotes. */
export const curl = defineFormat({
  name: 'curl',
  label: 'curl commands',
  group: 'Command line',
  extension: 'sh',
  mimeType: 'application/x-sh',
  forbidden: [notUnicode],
  canOmitCredentials: true,
  encode: (row) => `curl -x '${formatCurlUrl(row)}' https://example.com/`,
});

/** A file for `curl -K`, which keeps the password out of the process list. */
export const curlConfig = defineFormat({
  name: 'curl-config',
  label: 'curl configuration',
  group: 'Command line',
  extension: 'curlrc',
  mimeType: 'text/plain',
  maxProxies: 1,
  forbidden: [notUnicode],
  canOmitCredentials: true,
  encode: (row) => `proxy = "${formatCurlUrl(row)}"`,
});
