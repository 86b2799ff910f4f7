import type { ExportProtocol } from '../../src/shared/exports/export.ts';
import type { ExportRow } from '../../src/main/exports/format.ts';
import { findFormat } from '../../src/main/exports/formats/index.ts';
import { easyRow, writeDocument } from './export-rows.ts';
import { makeHostileTexts } from './hostile-texts.ts';

/** The rows that a format carries of 500 with hostile credentials, and the document of them. */
export function writeHostile(name: string, wanted: ExportProtocol = 'http'): { rows: ExportRow[]; text: string } {
  const format = findFormat(name);
  const rows: ExportRow[] = [];
  const protocol = format.protocol ?? wanted;
  for (const text of makeHostileTexts(500)) {
    // Where one export names one proxy, each of them is one.
    const index = format.maxProxies === 1 ? 1 : rows.length + 1;
    const row = { ...easyRow, protocol, username: `u${text.slice(0, 3)}`, password: text, index };
    if (format.refuse(row) === undefined) rows.push(row);
  }
  return { rows, text: writeDocument(format, rows) };
}
