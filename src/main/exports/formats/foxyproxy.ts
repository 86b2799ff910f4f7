import { percentEncode } from '../../../shared/template-filter.ts';
import { defineFormat, formatRowName, type FormatParts } from '../format.ts';
import { beyondAscii, controls, notUnicode } from './forbidden.ts';
import { formatProxyUrl } from './url.ts';

// In Firefox FoxyProxy makes the header for HTTP with btoa(), which is Latin-1 and fails beyond it.
const parts = {
  group: 'Proxy apps',
  wantsDetails: true,
  canOmitCredentials: true,
} satisfies Partial<FormatParts>;

const color = '00bfff';

/** The settings of FoxyProxy 8 and newer. Importing them replaces the proxies that are there. */
export const foxyProxy = defineFormat({
  ...parts,
  name: 'foxyproxy',
  label: 'FoxyProxy settings, replacing its own',
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
      cc: row.details?.countryId ?? '',
      city: row.details?.cityName ?? '',
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

/** For FoxyProxy's "Import Proxy List", which adds. It keeps the brackets of an IPv6 address, so none is written. */
export const foxyProxyList = defineFormat({
  ...parts,
  name: 'foxyproxy-list',
  label: 'FoxyProxy list, to be added',
  extension: 'txt',
  mimeType: 'text/plain',
  hasIpv6: false,
  forbidden: [notUnicode, beyondAscii],
  encode(row) {
    const place = {
      title: formatRowName(row),
      cc: row.details?.countryId ?? '',
      city: row.details?.cityName ?? '',
      color,
    };
    const query = Object.entries(place)
      .filter(([, text]) => text !== '')
      .map(([key, text]) => `${key}=${percentEncode(text.toWellFormed())}`);
    return `${formatProxyUrl(row.protocol, row)}?${query.join('&')}`;
  },
});
