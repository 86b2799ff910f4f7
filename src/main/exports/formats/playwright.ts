import { exampleRow, formatHostPort, type ExportFormat, type ExportRow } from '../format.ts';
import { refuseControls } from './refuse-controls.ts';

const encode = (row: ExportRow): string =>
  JSON.stringify({
    server: `http://${formatHostPort(row)}`,
    username: row.username,
    password: row.password,
  });

/** What `launch({ proxy })` takes, as a JSON array. Playwright throws for SOCKS5 with credentials, so HTTP alone. */
export const playwright: ExportFormat = {
  name: 'playwright',
  aliases: [],
  label: 'Playwright proxy options',
  group: 'Programs',
  extension: 'json',
  protocol: 'http',
  example: encode(exampleRow),
  hasCredentials: true,
  refuse: refuseControls,
  encode,
  frame: { head: ['['], separator: ',', foot: [']'] },
};
