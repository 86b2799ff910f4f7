/** A table as a file has it: the values themselves, such as bytes instead of "1.7 GB". */
export interface PlainTable {
  /** Its title; the file is named after it. */
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** What spreadsheets calculate when they open a file. */
const formula = /^[=+\-@\t\r]/;

/**
 * One line of CSV (RFC 4180). Texts that a spreadsheet would calculate begin with an apostrophe;
 * numbers stay numbers. A missing value is empty.
 */
export const csvLine = (cells: readonly unknown[]): string => cells.map(csvCell).join(',');

/** A table as a CSV document. */
export const csvTable = (
  headings: readonly string[],
  rows: readonly (readonly unknown[])[],
): string => [headings, ...rows].map((cells) => `${csvLine(cells)}\r\n`).join('');

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string')
    return typeof value === 'number' ? String(value) : JSON.stringify(value);
  const text = formula.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
