import { exampleRow, type ExportFormat, type ExportRow } from '../format.ts';
import { refuseControls } from './refuse-controls.ts';

const encode = ({ protocol, host, port, username, password, index, name }: ExportRow): string =>
  JSON.stringify({
    type: protocol === 'http' ? 'http' : 'socks',
    tag: name ?? `proxy-${String(index)}`,
    server: host,
    server_port: port,
    ...(protocol === 'socks5' ? { version: '5' } : {}),
    username,
    password,
  });

/** The `outbounds` of a sing-box configuration; tags are unique. */
export const singBox: ExportFormat = {
  name: 'sing-box',
  aliases: [],
  label: 'sing-box outbounds',
  group: 'Proxy apps',
  extension: 'json',
  protocol: null,
  example: encode(exampleRow),
  hasCredentials: true,
  wantsDetails: true,
  refuse: refuseControls,
  encode,
  frame: { head: ['{"outbounds":['], separator: ',', foot: [']}'] },
};
