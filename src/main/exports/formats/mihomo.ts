import { defineFormat, formatRowName, isOpen } from '../format.ts';
import { controls } from './forbidden.ts';

/**
 * The `proxies` of a mihomo (Clash) configuration; names are unique.
 * Text is written as JSON strings, which YAML reads the same way and never as numbers. IPv6 stays bare.
 */
export const mihomo = defineFormat({
  name: 'mihomo',
  aliases: ['clash'],
  label: 'Clash / mihomo proxies',
  group: 'Proxy apps',
  extension: 'yaml',
  mimeType: 'application/yaml',
  wantsDetails: true,
  forbidden: [controls],
  canOmitCredentials: true,
  encode: (row) =>
    `  - {name: ${JSON.stringify(formatRowName(row))}, type: ${row.protocol}, server: ${JSON.stringify(row.host)}, port: ${String(row.port)}` +
    (isOpen(row)
      ? '}'
      : `, username: ${JSON.stringify(row.username)}, password: ${JSON.stringify(row.password)}}`),
  frame: { head: ['proxies:'], separator: '', foot: [] },
});
