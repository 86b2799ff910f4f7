import { defineFormat, formatHostPort } from '../format.ts';
import { controls } from './forbidden.ts';

/** What `launch({ proxy })` takes, as a JSON array. Playwright throws for SOCKS5 with credentials, so HTTP alone. */
export const playwright = defineFormat({
  name: 'playwright',
  label: 'Playwright proxy options',
  group: 'Code',
  extension: 'json',
  mimeType: 'application/json',
  protocol: 'http',
  forbidden: controls,
  encode: (row) =>
    JSON.stringify({
      server: `http://${formatHostPort(row)}`,
      username: row.username,
      password: row.password,
    }),
  frame: { head: ['['], separator: ',', foot: [']'] },
});
