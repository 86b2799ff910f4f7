import { percentEncode } from '../../../shared/exports/template.ts';
import { defineFormat, formatRowName, type FormatParts } from '../format.ts';
import { beyondAscii, controls, notUnicode } from './forbidden.ts';
import { formatProxyUrl } from './url.ts';

// In Firefox, FoxyProxy builds the HTTP header with btoa(), which fails beyond Latin-1.
const parts = {
  group: 'Proxy apps',
  wantsDetails: true,
  canOmitCredentials: true,
} satisfies Partial<FormatParts>;

const color = '00bfff';

/** The settings of FoxyProxy 8 and newer. Importing them replaces the existing proxies. */
export const foxyProxy = defineFormat({
  ...parts,
  name: 'foxyproxy',
  label: 'FoxyProxy settings (replaces existing)',
  extension: 'json',
  mimeType: 'application/json',
  forbidden: [controls, beyondAscii],
  encode: (row) =>
    JSON.stringify({
      active: true,
      title: formatRowName(row),
      type: row.protocol,
      hostname: row.host,
      port: String(row.port),
      username: row.username,
      password: row.password,
      cc: row.details?.country_id ?? '',
      city: row.details?.city_name ?? '',
      color: `#${color}`,
      pac: '',
      pacString: '',
      proxyDNS: true,
      include: [],
      exclude: [],
      tabProxy: [],
    }),
  frame: {
    head: [
      '{"mode":"disable","sync":false,"autoBackup":false,"passthrough":"","theme":"","container":{},"commands":{},"data":[',
    ],
    separator: ',',
    foot: [']}'],
  },
});

/** For FoxyProxy's "Import Proxy List", which adds to the existing proxies. It keeps the brackets of IPv6 addresses, so these are refused. */
export const foxyProxyList = defineFormat({
  ...parts,
  name: 'foxyproxy-list',
  label: 'FoxyProxy list (adds to existing)',
  extension: 'txt',
  mimeType: 'text/plain',
  hasIpv6: false,
  forbidden: [notUnicode, beyondAscii],
  encode(row) {
    const place = {
      title: formatRowName(row),
      cc: row.details?.country_id ?? '',
      city: row.details?.city_name ?? '',
      color,
    };
    const query = Object.entries(place)
      .filter(([, text]) => text !== '')
      .map(([key, text]) => `${key}=${percentEncode(text.toWellFormed())}`);
    return `${formatProxyUrl(row.protocol, row)}?${query.join('&')}`;
  },
});
