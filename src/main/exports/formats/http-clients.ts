import { defineFormat, type ExportRow, type FormatParts } from '../format.ts';
import { notUnicode, formatProxyUrl, beyondAscii } from './text.ts';

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

/** A Python module with a list; the URLs never contain characters that end a Python string. */
const parts = {
  group: 'Code',
  extension: 'py',
  mimeType: 'text/x-python',
  forbidden: [notUnicode],
  canOmitCredentials: true,
  frame: { head: ['PROXIES = ['], separator: ',', foot: [']'] },
} satisfies Partial<FormatParts>;

/** For `requests.get(url, proxies=PROXIES[0])`. SOCKS needs `requests[socks]`. */
export const requests = defineFormat({
  ...parts,
  name: 'requests',
  aliases: ['python-requests'],
  label: 'Python requests',
  // requests sends other characters to an HTTP proxy in Latin-1, unlike every other client here.
  forbidden: [notUnicode, beyondAscii],
  encode(row) {
    const url = formatProxyUrl(row.protocol === 'http' ? 'http' : 'socks5h', row);
    return `    {"http": "${url}", "https": "${url}"}`;
  },
});

/** For `httpx.Client(proxy=PROXIES[0])`; with SOCKS the proxy resolves names, and `httpx[socks]` is needed. */
export const httpx = defineFormat({
  ...parts,
  name: 'httpx',
  label: 'Python httpx',
  encode: (row) => `    "${formatProxyUrl(row.protocol, row)}"`,
});

/** For `from proxies import *` in Scrapy's settings and `meta={"proxy": ...}`. Its default handler supports neither SOCKS nor IPv6. */
export const scrapy = defineFormat({
  ...parts,
  name: 'scrapy',
  label: 'Scrapy settings',
  protocol: 'http',
  hasIpv6: false,
  encode: (row) => `    "${formatProxyUrl('http', row)}"`,
  // Otherwise Scrapy sends credentials in Latin-1.
  frame: { ...parts.frame, head: ['HTTPPROXY_AUTH_ENCODING = "utf-8"', ...parts.frame.head] },
});

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
