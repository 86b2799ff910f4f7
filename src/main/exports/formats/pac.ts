import { exampleRow, formatHostPort, type ExportFormat, type ExportRow } from '../format.ts';

const encode = (row: ExportRow): string =>
  `    "${row.protocol === 'http' ? 'PROXY' : 'SOCKS5'} ${formatHostPort(row)}"`;

/** A proxy auto-configuration file: the first proxy, then the next where one fails. PAC has no credentials. */
export const pac: ExportFormat = {
  name: 'pac',
  aliases: [],
  label: 'PAC file, no credentials',
  group: 'Proxy apps',
  extension: 'pac',
  protocol: null,
  example: encode(exampleRow).trim(),
  hasCredentials: false,
  refuse: () => undefined,
  encode,
  frame: {
    head: ['function FindProxyForURL(url, host) {', '  return ['],
    separator: ',',
    foot: ['  ].join("; ");', '}'],
  },
};
