import { isIP } from 'node:net';
import { exampleRow, type ExportFormat, type ExportRow } from '../format.ts';

/** proxychains-ng reads no more entries than this. */
const maxEntries = 512;

const encode = ({ protocol, host, port, username, password }: ExportRow): string =>
  `${protocol} ${host} ${String(port)} ${username} ${password}`;

/** A proxychains-ng configuration that takes one proxy at random for each connection, rather than chaining them. */
export const proxychains: ExportFormat = {
  name: 'proxychains',
  aliases: ['proxychains-ng'],
  label: 'proxychains-ng configuration',
  group: 'Programs',
  extension: 'conf',
  protocol: null,
  example: encode(exampleRow),
  hasCredentials: true,
  refuse({ host, username, password, index }) {
    if (index > maxEntries) return `proxychains reads ${String(maxEntries)} proxies at most`;
    if (isIP(host) === 0) return 'the host is a name, and proxychains needs an address';
    // Fields are parted by white space and have no escapes.
    return [username, password].some(
      (text) => text === '' || /[\s\p{Cc}\p{Cs}]/u.test(text) || Buffer.byteLength(text) > 255,
    )
      ? 'a user name or password is empty, longer than 255 bytes or holds white space or a control character, which proxychains cannot carry; the URL forms can'
      : undefined;
  },
  encode,
  frame: {
    head: ['random_chain', 'chain_len = 1', 'proxy_dns', '[ProxyList]'],
    separator: '',
    foot: [],
  },
};
