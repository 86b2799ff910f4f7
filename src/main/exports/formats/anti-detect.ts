import {
  defineFormat,
  formatHostPort,
  formatRowName,
  type ExportFormat,
  type ExportRow,
} from '../format.ts';
import { lineSeparators } from './line.ts';

/** Bare lines for a browser's own import; what parts them, or could, has no escape. */
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

const fourFields = (row: ExportRow): string =>
  `${formatHostPort(row)}:${row.username}:${row.password}`;

/** GoLogin takes the last field as the name; the two protocols have their own order. */
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

// In these the protocol is chosen where the lines are put in.
export const adsPower = createFormat('adspower', 'AdsPower', fourFields);
export const multilogin = createFormat('multilogin', 'Multilogin', fourFields);
export const incogniton = createFormat('incogniton', 'Incogniton', fourFields);
