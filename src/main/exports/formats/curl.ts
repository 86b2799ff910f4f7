import { defineFormat, type ExportRow } from '../format.ts';
import { notUnicode } from './forbidden.ts';
import { formatProxyUrl } from './url.ts';

/** With SOCKS the proxy resolves names. */
const formatCurlUrl = (row: ExportRow): string =>
  formatProxyUrl(row.protocol === 'http' ? 'http' : 'socks5h', row);

/** One command a line, for a POSIX shell. Quotes are percent-encoded in the URL, so nothing ends the shell's. */
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

/** What `curl -K` reads: the password stays out of the list of processes. */
export const curlConfig = defineFormat({
  name: 'curl-config',
  label: 'A curl configuration',
  group: 'Command line',
  extension: 'curlrc',
  mimeType: 'text/plain',
  maxProxies: 1,
  forbidden: [notUnicode],
  canOmitCredentials: true,
  encode: (row) => `proxy = "${formatCurlUrl(row)}"`,
});
