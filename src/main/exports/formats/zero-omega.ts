import { defineFormat, formatRowName, isOpen } from '../format.ts';
import { controls } from './forbidden.ts';

/** The version and the settings of a backup, apart from its profiles. */
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
 * A backup of ZeroOmega or SwitchyOmega with one profile per proxy. Restoring it replaces
 * all of their options. They join host and port unchanged, so IPv6 addresses are refused.
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
    const name = formatRowName(row);
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
  // Each profile starts with a comma, because the settings come first.
  frame: { head: [settings.slice(0, -1)], separator: '', foot: ['}'] },
});
