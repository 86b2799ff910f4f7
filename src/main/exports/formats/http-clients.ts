import { defineFormat, type ExportRow, type FormatParts } from '../format.ts';
import { notUnicode, formatProxyUrl, beyondAscii } from './text.ts';

/** The SOCKS proxy resolves names. */
const formatCurlUrl = (row: ExportRow): string => formatProxyUrl(row.protocol === 'http' ? 'http' : 'socks5h', row);

/** For a POSIX shell; the URL has no quotes. */
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

/** For `curl -K`, which hides the password from the process list. */
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

/** For a POSIX shell. wget does not support SOCKS. */
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

/** A Python module with a list; URLs cannot end its strings. */
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
  // requests sends Latin-1 to an HTTP proxy.
  forbidden: [notUnicode, beyondAscii],
  encode(row) {
    const url = formatProxyUrl(row.protocol === 'http' ? 'http' : 'socks5h', row);
    return `    {"http": "${url}", "https": "${url}"}`;
  },
});

/** For `httpx.Client(proxy=PROXIES[0])`. SOCKS needs `httpx[socks]`. */
export const httpx = defineFormat({
  ...parts,
  name: 'httpx',
  label: 'Python httpx',
  encode: (row) => `    "${formatProxyUrl(row.protocol, row)}"`,
});

/** For `from proxies import *` in Scrapy's settings and `meta={"proxy": ...}`. No SOCKS, no IPv6. */
export const scrapy = defineFormat({
  ...parts,
  name: 'scrapy',
  label: 'Scrapy settings',
  protocol: 'http',
  hasIpv6: false,
  encode: (row) => `    "${formatProxyUrl('http', row)}"`,
  // Default: Latin-1.
  frame: { ...parts.frame, head: ['HTTPPROXY_AUTH_ENCODING = "utf-8"', ...parts.frame.head] },
});

/** Agents on demand: `fetch(url, { dispatcher: agents[0]() })`. */
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
  // ProxyAgent does not decode credentials of socks5://.
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
