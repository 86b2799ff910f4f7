import { defineFormat } from '../format.ts';
import { notUnicode } from './forbidden.ts';
import { formatProxyUrl } from './url.ts';

/** One command per line, for a POSIX shell. wget does not support SOCKS. */
export const wget = defineFormat({
  name: 'wget',
  label: 'wget commands',
  group: 'Command line',
  extension: 'sh',
  mimeType: 'application/x-sh',
  protocol: 'http',
  forbidden: [notUnicode],
  canOmitCredentials: true,
  encode(row) {
    const url = formatProxyUrl('http', row);
    return `wget -e use_proxy=yes -e 'http_proxy=${url}' -e 'https_proxy=${url}' -O - https://example.com/`;
  },
});
