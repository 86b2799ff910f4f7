import { defineFormat, formatHostPort, isOpen, type ExportRow, type FormatParts } from '../format.ts';
import { controls } from './text.ts';

const credentialsOf = (row: ExportRow): { username?: string; password?: string } =>
  isOpen(row) ? {} : { username: row.username, password: row.password };

/** Chromium does not support credentials for SOCKS5. */
const parts = {
  group: 'Code',
  extension: 'json',
  mimeType: 'application/json',
  protocol: 'http',
  forbidden: [controls],
  canOmitCredentials: true,
  frame: { head: ['['], separator: ',', foot: [']'] },
} satisfies Partial<FormatParts>;

/** For `chromium.launch({ proxy })`; Playwright refuses SOCKS5 with credentials. */
export const playwright = defineFormat({
  ...parts,
  name: 'playwright',
  label: 'Playwright proxy options',
  encode: (row) =>
    JSON.stringify({
      server: `http://${formatHostPort(row)}`,
      ...credentialsOf(row),
    }),
});

/** For `puppeteer.launch({ args })` and `page.authenticate(credentials)`. */
export const puppeteer = defineFormat({
  ...parts,
  name: 'puppeteer',
  label: 'Puppeteer arguments and credentials',
  encode: (row) =>
    JSON.stringify({
      args: [`--proxy-server=http://${formatHostPort(row)}`],
      credentials: isOpen(row) ? null : credentialsOf(row),
    }),
});

/** WebDriver capabilities, which cannot carry credentials. */
export const selenium = defineFormat({
  ...parts,
  name: 'selenium',
  aliases: ['webdriver'],
  label: 'Selenium capabilities, no credentials',
  protocol: null,
  hasCredentials: false,
  forbidden: [],
  encode(row) {
    const address = formatHostPort(row);
    const ways =
      row.protocol === 'http' ? { httpProxy: address, sslProxy: address } : { socksProxy: address, socksVersion: 5 };
    return JSON.stringify({ proxy: { proxyType: 'manual', ...ways } });
  },
});
