import { defineFormat, formatHostPort } from '../format.ts';

/** A proxy auto-configuration file: the first proxy, then the next if it fails. PAC does not support credentials. */
export const pac = defineFormat({
  name: 'pac',
  label: 'PAC file, no credentials',
  group: 'Proxy apps',
  extension: 'pac',
  mimeType: 'application/x-ns-proxy-autoconfig',
  hasCredentials: false,
  forbidden: [],
  encode: (row) => `    "${row.protocol === 'http' ? 'PROXY' : 'SOCKS5'} ${formatHostPort(row)}"`,
  frame: {
    head: ['function FindProxyForURL(url, host) {', '  return ['],
    separator: ',',
    foot: ['  ].join("; ");', '}'],
  },
});
