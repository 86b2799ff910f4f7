import { defineFormat, type ExportRow } from '../format.ts';
import { controls } from './forbidden.ts';

const quote = (text: string): string =>
  /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const encode = ({ protocol, host, port, username, password }: ExportRow): string =>
  [protocol, host, String(port), username, password].map(quote).join(',');

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

/** What a spreadsheet calculates, full-width signs as well, or takes for a number, a date or a truth. */
const calculated =
  /^\s*[=+\-@＝＋－＠]|^[\s\d.,:/%eE$€£()-]*\d[\s\d.,:/%eE$€£()-]*$|^(true|false)$/i;

/**
 * CSV that a spreadsheet can open: quoting stops no formula and no number from
 * being read as one, so such values are refused. The mark in front says UTF-8.
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
      pattern: new RegExp(`${calculated.source}|${controls.pattern.source}`, 'iu'),
      words: 'a formula, a number, a date or a control character, which spreadsheets change',
      instead: 'CSV, JSON and the URL forms',
    },
  ],
  canOmitCredentials: true,
  encode,
  frame: { head: [`\ufeff${header}`], separator: '', foot: [] },
});
