import { fail } from '../../../shared/failure.ts';
import type { ExportFormat } from '../format.ts';
import { adsPower, dolphin, goLogin, incogniton, multilogin, mihomo, singBox, v2rayN } from './proxy-apps.ts';
import { playwright, puppeteer, selenium } from './browser-automation.ts';
import { csv, spreadsheetCsv, json, ndjson } from './tables.ts';
import { curl, curlConfig, wget, httpx, requests, scrapy, undici } from './http-clients.ts';
import { cmdEnvironment, powershellEnvironment, shEnvironment } from './environment.ts';
import { foxyProxy, foxyProxyList, pac, zeroOmega } from './browsers.ts';
import { createLineFormat, createUrlFormat } from './text.ts';
import { proxifier, proxychains } from './proxifiers.ts';
import { createTemplateFormat, templateFormatName } from './template.ts';

/** In the order of the dialog. */
export const exportFormats: readonly ExportFormat[] = [
  createLineFormat('host:port:user:pass', {
    aliases: ['ip:port:user:pass'],
    label: 'host:port:user:pass',
    separators: ':',
    encode: (hostPort, { username, password }) => `${hostPort}:${username}:${password}`,
  }),
  createLineFormat('user:pass@host:port', {
    aliases: ['user:pass@ip:port'],
    label: 'user:pass@host:port',
    separators: ':@',
    encode: (hostPort, { username, password }) => `${username}:${password}@${hostPort}`,
  }),
  createLineFormat('user:pass:host:port', {
    label: 'user:pass:host:port',
    separators: ':',
    encode: (hostPort, { username, password }) => `${username}:${password}:${hostPort}`,
  }),
  createLineFormat('host:port@user:pass', {
    label: 'host:port@user:pass',
    separators: ':@',
    encode: (hostPort, { username, password }) => `${hostPort}@${username}:${password}`,
  }),
  createLineFormat('host:port', {
    label: 'host:port, no credentials',
    separators: '',
    hasCredentials: false,
    encode: (hostPort) => hostPort,
  }),
  createUrlFormat('http', {
    aliases: ['http://', 'http-url'],
    label: 'http:// URL',
    scheme: 'http',
    protocol: 'http',
  }),
  createUrlFormat('socks5', {
    aliases: ['socks5://', 'socks5-url'],
    label: 'socks5:// URL, names resolved here',
    scheme: 'socks5',
    protocol: 'socks5',
  }),
  createUrlFormat('socks5h', {
    aliases: ['socks5h://', 'socks5h-url'],
    label: 'socks5h:// URL, names resolved by the proxy',
    scheme: 'socks5h',
    protocol: 'socks5',
  }),
  createUrlFormat('url', {
    aliases: ['uri'],
    label: 'URL of the selected protocol',
    scheme: (protocol) => protocol,
    protocol: null,
  }),
  json,
  ndjson,
  csv,
  spreadsheetCsv,
  curl,
  curlConfig,
  wget,
  shEnvironment,
  powershellEnvironment,
  cmdEnvironment,
  proxychains,
  requests,
  httpx,
  scrapy,
  undici,
  playwright,
  puppeteer,
  selenium,
  mihomo,
  singBox,
  v2rayN,
  proxifier,
  pac,
  foxyProxy,
  foxyProxyList,
  zeroOmega,
  goLogin,
  adsPower,
  dolphin,
  multilogin,
  incogniton,
];

/**
 * Finds a format by name or alias.
 *
 * @throws FailureError `invalid-input`, listing the names
 */
export function findFormat(name: string): ExportFormat {
  const wanted = name.toLowerCase();
  const format = exportFormats.find((candidate) => candidate.name === wanted || candidate.aliases.includes(wanted));
  if (format) return format;
  const names = exportFormats.map((candidate) => candidate.name).join(', ');
  throw fail('invalid-input', `The format "${name}" does not exist. The formats are: ${names}.`);
}

/**
 * Finds a built-in format, or parses the user's template.
 *
 * @throws FailureError `invalid-input`
 */
export function chooseFormat(choice: {
  readonly format: string;
  readonly template?: string | undefined;
}): ExportFormat {
  if (choice.format !== templateFormatName) return findFormat(choice.format);
  return createTemplateFormat(choice.template ?? '');
}
