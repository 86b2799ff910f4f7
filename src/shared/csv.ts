/** A table as a file has it: the values themselves, such as bytes instead of "1.7 GB". */
export interface PlainTable {
  /** Its title; the file is named after it. */
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** One column of a plain table: both what is shown and what its file has. */
export interface TableColumn<Row> {
  /** Its heading in the file. */
  readonly name: string;
  /** The heading that is shown; missing: the column is only in the file. */
  readonly title?: string;
  /** What the file has; missing: the column is only shown. */
  readonly value?: (row: Row) => string | number | null;
  /** How a value is shown; missing: as it is, with a dash if there is none. */
  readonly text?: (row: Row) => string;
  /** Classes of its cells, such as `number`. */
  readonly look?: string;
}

/** The file of a table. */
export function plainTable<Row>(name: string, columns: readonly TableColumn<Row>[], rows: readonly Row[]): PlainTable {
  const saved = columns.flatMap(({ name: heading, value }) => (value ? [{ heading, value }] : []));
  return {
    name,
    headings: saved.map(({ heading }) => heading),
    rows: rows.map((row) => saved.map(({ value }) => value(row))),
  };
}

/** What spreadsheets calculate when they open a file. */
const formula = /^[=+\-@\t\r]/;

/** A field in quotes (RFC 4180). */
export const quoteCsvField = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A field as it is, in quotes only if readers would split or trim it. */
export const csvField = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? quoteCsvField(text) : text);

/**
 * One line of CSV (RFC 4180). Texts that a spreadsheet would calculate begin with an apostrophe;
 * numbers stay numbers. A missing value is empty.
 */
export const csvLine = (cells: readonly unknown[]): string => cells.map(csvCell).join(',');

/** A table as a CSV document. */
export const csvTable = (headings: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [headings, ...rows].map((cells) => `${csvLine(cells)}\r\n`).join('');

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value);
  return csvField(formula.test(value) ? `'${value}` : value);
}

/** Signs that begin a formula, full-width ones as well; spreadsheets take an apostrophe in front away. */
const formulaSign = /(?:^|[;|\t])\s*[-'=+@＝＋－＠]/u;
/** A number, a date, a time, a share, an amount, a complex number. */
const numeric = /^[\s\p{N}\p{Sc}.,:/%eE()+-]+(?:[ap]m?|[ij])?$/iu;
/** A month next to a number; in other languages than English with a space between. */
const month = /^[-\s\p{N}.,/]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-\s\p{N}.,:/]*$/iu;
const otherMonth = /^(?:\p{N}{1,4}\.?\s+\p{L}{3,10}\.?(?:\s+\p{N}{1,4})?|\p{L}{3,10}\.?\s+\p{N}{1,4})$/u;
const word =
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|inf|infinity|nan|#(?:n\/a|null!|div\/0!|value!|ref!|name\?|num!))$/i;

/**
 * Whether a spreadsheet takes a text for something other than text, as seen in Gnumeric and as
 * others describe theirs; also if it splits lines at semicolons, bars or tabs. In linear time.
 */
export function isCalculated(text: string): boolean {
  const trimmed = text.trim();
  return (
    formulaSign.test(text) ||
    (numeric.test(trimmed) && /\p{N}/u.test(trimmed)) ||
    month.test(trimmed) ||
    otherMonth.test(trimmed) ||
    word.test(trimmed)
  );
}
