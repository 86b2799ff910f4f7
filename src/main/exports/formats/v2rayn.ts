import { percentEncode } from '../../../shared/template-filter.ts';
import { defineFormat, formatHostPort, formatRowName } from '../format.ts';
import { notUnicode } from './forbidden.ts';

/** Share links of v2rayN, which has them for SOCKS alone: credentials in base64 of UTF-8, the name behind. */
export const v2rayN = defineFormat({
  name: 'v2rayn',
  label: 'v2rayN links',
  group: 'Proxy apps',
  extension: 'txt',
  mimeType: 'text/plain',
  protocol: 'socks5',
  wantsDetails: true,
  forbidden: [notUnicode],
  // User name and password part at the first colon.
  refuse: ({ username }) =>
    username.includes(':')
      ? 'the user name holds a ":", which this form cannot carry; the URL forms can'
      : undefined,
  encode(row) {
    const credentials = Buffer.from(`${row.username}:${row.password}`, 'utf8').toString('base64');
    const user = percentEncode(credentials.replace(/=+$/, ''));
    return `socks://${user}@${formatHostPort(row)}#${percentEncode(formatRowName(row))}`;
  },
});
