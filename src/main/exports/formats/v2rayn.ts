import { percentEncode } from '../../../shared/exports/template-filter.ts';
import { defineFormat, formatHostPort, formatRowName } from '../format.ts';
import { notUnicode } from './forbidden.ts';

/** Share links of v2rayN, which exist for SOCKS only: credentials in base64 of UTF-8, then the name. */
export const v2rayN = defineFormat({
  name: 'v2rayn',
  label: 'v2rayN links',
  group: 'Proxy apps',
  extension: 'txt',
  mimeType: 'text/plain',
  protocol: 'socks5',
  wantsDetails: true,
  forbidden: [notUnicode],
  // The first colon separates user name and password.
  refuse: ({ username }) =>
    username.includes(':')
      ? 'the user name contains a ":", which this format cannot represent; URL formats can'
      : undefined,
  encode(row) {
    const credentials = Buffer.from(`${row.username}:${row.password}`, 'utf8').toString('base64');
    const user = percentEncode(credentials.replace(/=+$/, ''));
    return `socks://${user}@${formatHostPort(row)}#${percentEncode(formatRowName(row))}`;
  },
});
