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

/** What a spreadsheet takes for something else than text; as seen in Gnumeric, and as others describe theirs. */
const calculated = [
  // A formula, full-width signs as well; an apostrophe in front is taken away.
  String.raw`^\s*['=+\-@＝＋－＠]`,
  // A number, a date, a time, a share, an amount.
  String.raw`^[\s\p{Nd}\p{Sc}.,:/%eE()+\-]*\p{Nd}[\s\p{Nd}\p{Sc}.,:/%eE()+\-]*([ap]m?)?\s*$`,
  // A month beside a number.
  String.raw`^[\s\p{Nd}.,/\-]*(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s\p{Nd}.,:/\-]*$`,
  String.raw`^\s*(true|false)\s*$`,
].join('|');

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
      pattern: new RegExp(`${calculated}|${controls.pattern.source}`, 'iu'),
      words: 'a formula, a number, a date or a control character, which spreadsheets change',
      instead: 'CSV, JSON and URL formats',
    },
  ],
  canOmitCredentials: true,
  encode,
  frame: { head: [`\ufeff${header}`], separator: '', foot: [] },
});
