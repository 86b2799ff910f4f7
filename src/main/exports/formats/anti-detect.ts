import { defineFormat, formatHostPort, formatRowName, type ExportFormat, type ExportRow } from '../format.ts';
import { lineSeparators } from './text.ts';

/** Bare lines for a browser's import; separators cannot be escaped. */
const createFormat = (
  name: string,
  label: string,
  encode: (row: ExportRow) => string,
  wantsDetails = false,
): ExportFormat =>
  defineFormat({
    name,
    label,
    group: 'Anti-detect browsers',
    extension: 'txt',
    mimeType: 'text/plain',
    hasIpv6: false,
    wantsDetails,
    forbidden: [lineSeparators(':@/?#%[]{}')],
    encode,
  });

const fourFields = (row: ExportRow): string => `${formatHostPort(row)}:${row.username}:${row.password}`;

/** GoLogin uses the last field as the name; the field order depends on the protocol. */
export const goLogin = createFormat(
  'gologin',
  'GoLogin',
  (row) => {
    const name = formatRowName(row).replace(/[^\p{L}\p{N}]+/gu, '-');
    return row.protocol === 'http'
      ? `http://${fourFields(row)}:${name}`
      : `socks5://${row.username}:${row.password}@${formatHostPort(row)}:${name}`;
  },
  true,
);

export const dolphin = createFormat(
  'dolphin',
  'Dolphin{anty}',
  (row) => `${row.protocol}://${row.username}:${row.password}@${formatHostPort(row)}`,
);

// In these browsers the user selects the protocol when importing.
export const adsPower = createFormat('adspower', 'AdsPower', fourFields);
export const multilogin = createFormat('multilogin', 'Multilogin', fourFields);
export const incogniton = createFormat('incogniton', 'Incogniton', fourFields);
