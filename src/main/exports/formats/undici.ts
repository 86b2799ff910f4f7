import { defineFormat } from '../format.ts';
import { notUnicode } from './forbidden.ts';
import { formatProxyUrl } from './url.ts';

/** A module that creates its agents on demand: `fetch(url, { dispatcher: agents[0]() })`. */
export const undici = defineFormat({
  name: 'undici',
  aliases: ['node'],
  label: 'undici agents',
  group: 'Code',
  extension: 'mjs',
  mimeType: 'text/javascript',
  forbidden: [notUnicode],
  canOmitCredentials: true,
  refuse: ({ host, protocol }) =>
    protocol === 'socks5' && host.includes(':')
      ? "undici's SOCKS agent does not connect to IPv6; choose HTTP or IPv4"
      : undefined,
  // ProxyAgent supports socks5:// too, but sends its credentials without decoding them.
  encode: (row) =>
    row.protocol === 'http'
      ? `  () => new ProxyAgent('${formatProxyUrl('http', row)}')`
      : `  () => new Socks5ProxyAgent('${formatProxyUrl('socks5', row)}')`,
  frame: {
    head: ["import { ProxyAgent, Socks5ProxyAgent } from 'undici';", 'export const agents = ['],
    separator: ',',
    foot: ['];'],
  },
});
