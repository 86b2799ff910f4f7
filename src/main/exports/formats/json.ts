import { defineFormat, type ExportRow, type FormatParts } from '../format.ts';
import { controls } from './forbidden.ts';

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
