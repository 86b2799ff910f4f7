import { browserGroup } from '../../../shared/exports/export.ts';
import { percentEncode } from '../../../shared/exports/template.ts';
import {
  defineFormat,
  formatHostPort,
  formatRowName,
  isOpen,
  type FormatParts,
  type ExportFormat,
  type ExportRow,
} from '../format.ts';
import { controls, notUnicode, lineSeparators } from './text.ts';

const parts = { group: 'Proxy apps', wantsDetails: true } satisfies Partial<FormatParts>;

/** A mihomo (Clash) configuration with unique names. JSON strings are YAML, and never numbers. IPv6 stays bare. */
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

/** A sing-box configuration with unique tags. */
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

/** Share links of v2rayN, for SOCKS only: base64 of the credentials, then the name. */
export const v2rayN = defineFormat({
  ...parts,
  name: 'v2rayn',
  label: 'v2rayN links',
  extension: 'txt',
  mimeType: 'text/plain',
  protocol: 'socks5',
  forbidden: [notUnicode],
  // The first colon ends the user name.
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

/** Lines to import into a browser; separators cannot be escaped. */
const createFormat = (
  name: string,
  label: string,
  encode: (row: ExportRow) => string,
  wantsDetails = false,
): ExportFormat =>
  defineFormat({
    name,
    label,
    group: browserGroup,
    extension: 'txt',
    mimeType: 'text/plain',
    hasIpv6: false,
    wantsDetails,
    forbidden: [lineSeparators(':@/?#%[]{}')],
    encode,
  });

const fourFields = (row: ExportRow): string => `${formatHostPort(row)}:${row.username}:${row.password}`;

/** The last field is the name; the order depends on the protocol. */
export const goLogin = createFormat(
  'gologin',
  'GoLogin',
  (row) => {
    const name = formatRowName(row).replace(/[^\p{L}\p{N}]+/gu, '-');
    return row.protocol === 'http'
      ? `http://${fourFields(row)}:${name}`
      : `socks5://${row.username}:${row.password}@${formatHostPort(row)}:${name}`;
  },
  true,
);

export const dolphin = createFormat(
  'dolphin',
  'Dolphin{anty}',
  (row) => `${row.protocol}://${row.username}:${row.password}@${formatHostPort(row)}`,
);

// The user selects the protocol when importing.
export const adsPower = createFormat('adspower', 'AdsPower', fourFields);
export const multilogin = createFormat('multilogin', 'Multilogin', fourFields);
export const incogniton = createFormat('incogniton', 'Incogniton', fourFields);
