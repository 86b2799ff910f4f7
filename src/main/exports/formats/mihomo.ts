import { exampleRow, type ExportFormat, type ExportRow } from '../format.ts';
import { refuseControls } from './refuse-controls.ts';

/** Text is written as JSON, which YAML reads the same and never as a number. IPv6 stays bare. */
const encode = ({ protocol, host, port, username, password, index, name }: ExportRow): string =>
  `  - {name: ${JSON.stringify(name ?? `proxy-${String(index)}`)}, type: ${protocol}, server: ${JSON.stringify(host)}, port: ${String(port)}, ` +
  `username: ${JSON.stringify(username)}, password: ${JSON.stringify(password)}}`;

/** The `proxies` of a mihomo (Clash) configuration; names are unique. */
export const mihomo: ExportFormat = {
  name: 'mihomo',
  aliases: ['clash'],
  label: 'Clash / mihomo proxies',
  group: 'Proxy apps',
  extension: 'yaml',
  protocol: null,
  example: encode(exampleRow),
  hasCredentials: true,
  wantsDetails: true,
  refuse: refuseControls,
  encode,
  frame: { head: ['proxies:'], separator: '', foot: [] },
};
