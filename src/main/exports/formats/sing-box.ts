import { defineFormat, formatRowName, isOpen } from '../format.ts';
import { controls } from './forbidden.ts';

/** The `outbounds` of a sing-box configuration; tags are unique. */
export const singBox = defineFormat({
  name: 'sing-box',
  label: 'sing-box outbounds',
  group: 'Proxy apps',
  extension: 'json',
  mimeType: 'application/json',
  wantsDetails: true,
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
