import { csvField, isCalculated, quoteCsvField } from '../../../shared/csv.ts';
import { defineFormat, type ExportRow, type FormatParts } from '../format.ts';
import { controls } from './text.ts';

const encode = ({ protocol, host, port, username, password }: ExportRow): string =>
  [protocol, host, String(port), username, password].map(csvField).join(',');

const header = 'protocol,host,port,username,password';

/** RFC 4180 with a header, for programs: every value as it is. */
export const csv = defineFormat({
  name: 'csv',
  label: 'CSV',
  group: 'Data',
  extension: 'csv',
  mimeType: 'text/csv',
  forbidden: [controls],
  canOmitCredentials: true,
  encode,
  frame: { head: [header], separator: '', foot: [] },
});

/** Every field in quotes: whatever a reader splits at, most of them keep such a field whole. */
const encodeQuoted = ({ protocol, host, port, username, password }: ExportRow): string =>
  [protocol, host, String(port), username, password].map(quoteCsvField).join(',');

/**
 * CSV that a spreadsheet can open: quoting stops no formula and no number from
 * being read as one, so such values are refused. The mark in front says UTF-8, and lines end as in RFC 4180.
 */
export const spreadsheetCsv = defineFormat({
  name: 'spreadsheet-csv',
  aliases: ['xlsx-csv', 'excel-csv'],
  label: 'CSV for spreadsheets',
  group: 'Data',
  extension: 'csv',
  mimeType: 'text/csv',
  forbidden: [
    {
      pattern: { test: (text) => isCalculated(text) || controls.pattern.test(text) },
      words: 'a formula, a number, a date or a control character, which spreadsheets change',
      instead: 'CSV, JSON and URL formats',
    },
  ],
  canOmitCredentials: true,
  encode: (row) => `${encodeQuoted(row)}\r`,
  frame: { head: [`\ufeff${header}\r`], separator: '', foot: [] },
});

const parts = {
  group: 'Data',
  forbidden: [controls],
  canOmitCredentials: true,
  encode: ({ protocol, host, port, username, password }: ExportRow) =>
    JSON.stringify({ protocol, host, port, username, password }),
} satisfies Partial<FormatParts>;

/** One object per line (ndjson.org); `host` is bare, `port` a number. */
export const ndjson = defineFormat({
  ...parts,
  name: 'ndjson',
  aliases: ['jsonl'],
  label: 'NDJSON, one object per line',
  extension: 'ndjson',
  mimeType: 'application/x-ndjson',
});

/** A JSON array of the same objects as `ndjson` (RFC 8259). */
export const json = defineFormat({
  ...parts,
  name: 'json',
  label: 'JSON',
  extension: 'json',
  mimeType: 'application/json',
  frame: { head: ['['], separator: ',', foot: [']'] },
});
