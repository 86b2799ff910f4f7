import { isIP } from 'node:net';
import { defineFormat, isOpen } from '../format.ts';
import { beyondAscii } from './forbidden.ts';

/**
 * A proxychains-ng configuration that takes one proxy at random for each connection,
 * rather than chaining them. Fields are parted by white space and have no escapes.
 */
export const proxychains = defineFormat({
  name: 'proxychains',
  aliases: ['proxychains-ng'],
  label: 'proxychains-ng configuration',
  group: 'Command line',
  extension: 'conf',
  mimeType: 'text/plain',
  canOmitCredentials: true,
  // proxychains-ng reads no more entries than this.
  maxProxies: 512,
  forbidden: [
    {
      pattern: /[\s\p{Cc}\p{Cs}]/u,
      words: 'white space or a control character',
      instead: 'the URL forms',
    },
    // Its base64 spoils them.
    beyondAscii,
  ],
  refuse(row) {
    const { host, username, password } = row;
    if (isIP(host) === 0) return 'the host is a name, and proxychains needs an address';
    if (isOpen(row)) return undefined;
    return [username, password].some((text) => text === '' || Buffer.byteLength(text) > 255)
      ? 'a user name or password is empty or longer than 255 bytes, which proxychains cannot carry; the URL forms can'
      : undefined;
  },
  encode: (row) =>
    `${row.protocol} ${row.host} ${String(row.port)}${isOpen(row) ? '' : ` ${row.username} ${row.password}`}`,
  frame: {
    head: ['random_chain', 'chain_len = 1', 'proxy_dns', '[ProxyList]'],
    separator: '',
    foot: [],
  },
});
