import { exampleRow, type ExportFormat, type ExportRow } from '../format.ts';
import { refuseControls } from './refuse-controls.ts';

const quote = (text: string): string =>
  /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

const encode = ({ protocol, host, port, username, password }: ExportRow): string =>
  [protocol, host, String(port), username, password].map(quote).join(',');

/** RFC 4180 with a header. What a spreadsheet would calculate is refused, because quoting does not stop it. */
export const csv: ExportFormat = {
  name: 'csv',
  aliases: [],
  label: 'CSV',
  group: 'Data',
  extension: 'csv',
  protocol: null,
  example: encode(exampleRow),
  hasCredentials: true,
  refuse(row) {
    const isFormula = [row.username, row.password].some((text) => /^\s*[=+\-@]/.test(text));
    return isFormula
      ? 'a user name or password begins with =, +, - or @, which a spreadsheet would calculate; JSON and the URL forms can carry it'
      : refuseControls(row);
  },
  encode,
  frame: { head: ['protocol,host,port,username,password'], separator: '', foot: [] },
};
