import { exampleRow, type ExportFormat, type ExportRow } from '../format.ts';
import { refuseControls } from './refuse-controls.ts';

const encode = ({ protocol, host, port, username, password }: ExportRow): string =>
  JSON.stringify({ protocol, host, port, username, password });

/** One object a line (ndjson.org); `host` is bare, `port` a number. */
export const ndjson: ExportFormat = {
  name: 'ndjson',
  aliases: ['jsonl'],
  label: 'NDJSON, an object a line',
  group: 'Data',
  extension: 'ndjson',
  protocol: null,
  example: encode(exampleRow),
  hasCredentials: true,
  refuse: refuseControls,
  encode,
};

/** An array of the objects of `ndjson` (RFC 8259). */
export const json: ExportFormat = {
  ...ndjson,
  name: 'json',
  aliases: [],
  label: 'JSON',
  extension: 'json',
  frame: { head: ['['], separator: ',', foot: [']'] },
};
