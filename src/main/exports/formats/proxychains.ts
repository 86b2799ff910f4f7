import { isIP } from 'node:net';
import { defineFormat, isOpen } from '../format.ts';
import { beyondAscii } from './forbidden.ts';

/**
 * A proxychains-ng configuration that uses one random proxy per connection instead of
 * chaining them. Fields are separated by white space and cannot be escaped.
 */
export const proxychains = defineFormat({
  name: 'proxychains',
  aliases: ['proxychains-ng'],
  label: 'proxychains-ng configuration',
  group: 'Command line',
  extension: 'conf',
  mimeType: 'text/plain',
  canOmitCredentials: true,
  // proxychains-ng reads at most this many entries.
  maxProxies: 512,
  forbidden: [
    {
      pattern: /[\s\p{Cc}\p{Cs}]/u,
      words: 'white space or a control character',
      instead: 'URL formats',
    },
    // Its base64 encoding corrupts them.
    beyondAscii,
  ],
  refuse(row) {
    const { host, username, password } = row;
    if (isIP(host) === 0) return 'the host is a name, and proxychains needs an address';
    if (isOpen(row)) return undefined;
    return [username, password].some((text) => text === '' || Buffer.byteLength(text) > 255)
      ? 'a user name or password is empty or longer than 255 bytes, which proxychains does not support; URL formats can'
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
