import { csvField, isCalculated, quoteCsvField } from '../../../shared/csv.ts';
import { defineFormat, type ExportRow, type FormatParts } from '../format.ts';
import { controls } from './text.ts';

const encode = ({ protocol, host, port, username, password }: ExportRow): string =>
  [protocol, host, String(port), username, password].map(csvField).join(',');

const header = 'protocol,host,port,username,password';

/** RFC 4180 with a header. */
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

/** Quoted, so that no separator splits a field. */
const encodeQuoted = ({ protocol, host, port, username, password }: ExportRow): string =>
  [protocol, host, String(port), username, password].map(quoteCsvField).join(',');

/**
 * CSV for spreadsheets: quotes do not stop formulas and numbers, so such values are refused. The byte order mark says
 * UTF-8.
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

/** One object per line; `host` is bare, `port` a number. */
export const ndjson = defineFormat({
  ...parts,
  name: 'ndjson',
  aliases: ['jsonl'],
  label: 'NDJSON, one object per line',
  extension: 'ndjson',
  mimeType: 'application/x-ndjson',
});

/** The objects of `ndjson` in an array. */
export const json = defineFormat({
  ...parts,
  name: 'json',
  label: 'JSON',
  extension: 'json',
  mimeType: 'application/json',
  frame: { head: ['['], separator: ',', foot: [']'] },
});
