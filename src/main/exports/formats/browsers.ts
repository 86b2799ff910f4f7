import { defineFormat, formatHostPort, formatRowName, type FormatParts, isOpen } from '../format.ts';
import { percentEncode } from '../../../shared/exports/template.ts';
import { beyondAscii, controls, notUnicode, formatProxyUrl } from './text.ts';

/** Tries the proxies in order. PAC does not support credentials. */
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

// FoxyProxy uses btoa() in Firefox, which fails beyond Latin-1.
const parts = {
  group: 'Proxy apps',
  wantsDetails: true,
  canOmitCredentials: true,
} satisfies Partial<FormatParts>;

const color = '00bfff';

/** Settings of FoxyProxy 8; importing replaces existing proxies. */
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

/** For "Import Proxy List", which adds proxies. It keeps brackets, so IPv6 is refused. */
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

/** Everything but the profiles. */
const settings = JSON.stringify({
  schemaVersion: 2,
  '-enableQuickSwitch': false,
  '-refreshOnProfileChange': true,
  '-startupProfileName': '',
  '-quickSwitchProfiles': [],
  '-revertProxyChanges': true,
  '-confirmDeletion': true,
  '-showInspectMenu': true,
  '-addConditionsToBottom': false,
  '-showExternalProfile': true,
  '-downloadInterval': 1440,
});

/**
 * A backup of ZeroOmega or SwitchyOmega, a profile per proxy; restoring replaces all options. They join host and port,
 * so IPv6 is refused.
 */
export const zeroOmega = defineFormat({
  name: 'zeroomega',
  aliases: ['switchyomega'],
  label: 'ZeroOmega backup (replaces all options)',
  group: 'Proxy apps',
  extension: 'bak',
  mimeType: 'application/json',
  hasIpv6: false,
  wantsDetails: true,
  canOmitCredentials: true,
  forbidden: [controls],
  encode(row) {
    const rowName = formatRowName(row);
    // Such names are hidden.
    const name = rowName.startsWith('__') ? `Proxy ${rowName}` : rowName;
    const profile = {
      name,
      profileType: 'FixedProfile',
      color: '#99ccee',
      bypassList: ['127.0.0.1', '[::1]', 'localhost'].map((pattern) => ({
        conditionType: 'BypassCondition',
        pattern,
      })),
      fallbackProxy: { scheme: row.protocol, host: row.host, port: row.port },
      ...(isOpen(row) ? {} : { auth: { fallbackProxy: { username: row.username, password: row.password } } }),
    };
    return `,${JSON.stringify(`+${name}`)}:${JSON.stringify(profile)}`;
  },
  // Each profile starts with a comma.
  frame: { head: [settings.slice(0, -1)], separator: '', foot: ['}'] },
});
