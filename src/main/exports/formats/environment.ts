import { defineFormat, type ExportRow, type FormatParts } from '../format.ts';
import { notUnicode, formatProxyUrl } from './text.ts';

/** curl reads `http_proxy` in lower case only. */
const others = ['https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'];
const local = 'localhost,127.0.0.1,::1';

/** The SOCKS proxy resolves names; shell characters are percent-encoded. */
const formatValue = (row: ExportRow): string => formatProxyUrl(row.protocol === 'http' ? 'http' : 'socks5h', row);

const parts = {
  group: 'Command line',
  forbidden: [notUnicode],
  canOmitCredentials: true,
  maxProxies: 1,
} satisfies Partial<FormatParts>;

/** For `. ./file` in a POSIX shell. */
export const shEnvironment = defineFormat({
  ...parts,
  name: 'env-sh',
  aliases: ['env'],
  label: 'Environment variables, sh',
  extension: 'sh',
  mimeType: 'application/x-sh',
  encode: (row) =>
    `export http_proxy='${formatValue(row)}'; ` +
    `export ${others.map((name) => `${name}="$http_proxy"`).join(' ')} NO_PROXY='${local}'`,
});

/** For `. .\file.ps1`. Variable names on Windows ignore case. */
export const powershellEnvironment = defineFormat({
  ...parts,
  name: 'env-powershell',
  label: 'Environment variables, PowerShell',
  extension: 'ps1',
  mimeType: 'text/plain',
  encode: (row) =>
    `$env:http_proxy = '${formatValue(row)}'; ` +
    `${others.map((name) => `$env:${name} = $env:http_proxy; `).join('')}$env:NO_PROXY = '${local}'`,
});

/** For `call file.cmd`, where `%%` is a percent sign. */
export const cmdEnvironment = defineFormat({
  ...parts,
  name: 'env-cmd',
  label: 'Environment variables, cmd',
  extension: 'cmd',
  mimeType: 'text/plain',
  encode(row) {
    const value = formatValue(row).replaceAll('%', '%%');
    const settings = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].map((name) => `set "${name}=${value}"`);
    return `@${[...settings, `set "NO_PROXY=${local}"`].join('& ')}`;
  },
});
