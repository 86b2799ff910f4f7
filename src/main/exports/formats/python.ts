import { defineFormat, type FormatParts } from '../format.ts';
import { beyondAscii, notUnicode } from './forbidden.ts';
import { formatProxyUrl } from './url.ts';

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
