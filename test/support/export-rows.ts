import type { ExportFormat, ExportRow } from '../../src/main/exports/format.ts';

/** The password with every character that quoting breaks at. */
export const hardPassword = 'p:a@ss/w%41+ &"\'$\\#?é';

/** A row that every format carries. */
export const easyRow: ExportRow = {
  host: '203.0.113.10',
  port: 8080,
  username: 'user1',
  password: 'pass',
  protocol: 'http',
  index: 1,
};

/** The file that an export of rows is, refused ones left out. */
export function writeDocument(format: ExportFormat, rows: readonly ExportRow[]): string {
  const { head, separator, foot } = format.frame ?? { head: [], separator: '', foot: [] };
  const carried = rows.filter((row) => format.refuse(row) === undefined);
  const lines = carried.map((row) => format.encode(row)).join(`${separator}\n`);
  return `${[...head, ...(carried.length === 0 ? [] : [lines]), ...foot].join('\n')}\n`;
}
