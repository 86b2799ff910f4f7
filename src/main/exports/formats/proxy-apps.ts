import { percentEncode } from '../../../shared/exports/template.ts';
import { defineFormat, formatHostPort, formatRowName, isOpen, type FormatParts } from '../format.ts';
import { controls, notUnicode } from './text.ts';

/** Programs that route the traffic of a computer through proxies of many kinds. */
const parts = { group: 'Proxy apps', wantsDetails: true } satisfies Partial<FormatParts>;

/**
 * The `proxies` of a mihomo (Clash) configuration; names are unique.
 * Text is written as JSON strings, which YAML reads the same way and never as numbers. IPv6 stays bare.
 */
export const mihomo = defineFormat({
  ...parts,
  name: 'mihomo',
  aliases: ['clash'],
  label: 'Clash / mihomo proxies',
  extension: 'yaml',
  mimeType: 'application/yaml',
  forbidden: [controls],
  canOmitCredentials: true,
  encode: (row) =>
    `  - {name: ${JSON.stringify(formatRowName(row))}, type: ${row.protocol}, server: ${JSON.stringify(row.host)}, port: ${String(row.port)}` +
    (isOpen(row) ? '}' : `, username: ${JSON.stringify(row.username)}, password: ${JSON.stringify(row.password)}}`),
  frame: { head: ['proxies:'], separator: '', foot: [] },
});

/** The `outbounds` of a sing-box configuration; tags are unique. */
export const singBox = defineFormat({
  ...parts,
  name: 'sing-box',
  label: 'sing-box outbounds',
  extension: 'json',
  mimeType: 'application/json',
  forbidden: [controls],
  canOmitCredentials: true,
  encode: (row) =>
    JSON.stringify({
      type: row.protocol === 'http' ? 'http' : 'socks',
      tag: formatRowName(row),
      server: row.host,
      server_port: row.port,
      ...(row.protocol === 'socks5' ? { version: '5' } : {}),
      ...(isOpen(row) ? {} : { username: row.username, password: row.password }),
    }),
  frame: { head: ['{"outbounds":['], separator: ',', foot: [']}'] },
});

/** Share links of v2rayN, which exist for SOCKS only: credentials in base64 of UTF-8, then the name. */
export const v2rayN = defineFormat({
  ...parts,
  name: 'v2rayn',
  label: 'v2rayN links',
  extension: 'txt',
  mimeType: 'text/plain',
  protocol: 'socks5',
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
