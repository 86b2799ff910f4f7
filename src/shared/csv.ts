/** Plain values, such as bytes instead of "1.7 GB". */
export interface PlainTable {
  /** Also names the file. */
  readonly name: string;
  readonly headings: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** Shown, in the file, or both. */
export interface TableColumn<Row> {
  /** In the file. */
  readonly name: string;
  /** Undefined: only in the file. */
  readonly title?: string;
  /** Undefined: only shown. */
  readonly value?: (row: Row) => string | number | null;
  /** Default: the value, or a dash. */
  readonly text?: (row: Row) => string;
  /** Classes of cells, such as `number`. */
  readonly look?: string;
}

export function plainTable<Row>(name: string, columns: readonly TableColumn<Row>[], rows: readonly Row[]): PlainTable {
  const saved = columns.flatMap(({ name: heading, value }) => (value ? [{ heading, value }] : []));
  return {
    name,
    headings: saved.map(({ heading }) => heading),
    rows: rows.map((row) => saved.map(({ value }) => value(row))),
  };
}

/** Spreadsheets calculate these. */
const formula = /^[=+\-@\t\r]/;

/** Quotes a field (RFC 4180). */
export const quoteCsvField = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** Quotes a field only if readers would split or trim it. */
export const csvField = (text: string): string => (/[",\r\n]|^\s|\s$/.test(text) ? quoteCsvField(text) : text);

/** A line of CSV (RFC 4180). Formulas get an apostrophe; a missing value is empty. */
export const csvLine = (cells: readonly unknown[]): string => cells.map(csvCell).join(',');

export const csvTable = (headings: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [headings, ...rows].map((cells) => `${csvLine(cells)}\r\n`).join('');

function csvCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return typeof value === 'number' ? String(value) : JSON.stringify(value);
  return csvField(formula.test(value) ? `'${value}` : value);
}

/** Also full-width; spreadsheets drop an apostrophe in front. */
const formulaSign = /(?:^|[;|\t])\s*[-'=+@＝＋－＠]/u;
/** A number, date, time, share, amount or complex number. */
const numeric = /^[\s\p{N}\p{Sc}.,:/%eE()+-]+(?:[ap]m?|[ij])?$/iu;
/** A month next to a number; other languages than English need a space. */
const month = /^[-\s\p{N}.,/]*(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-\s\p{N}.,:/]*$/iu;
const otherMonth = /^(?:\p{N}{1,4}\.?\s+\p{L}{3,10}\.?(?:\s+\p{N}{1,4})?|\p{L}{3,10}\.?\s+\p{N}{1,4})$/u;
const word =
  /^(?:true|false|wahr|falsch|vrai|faux|verdadero|falso|vero|inf|infinity|nan|#(?:n\/a|null!|div\/0!|value!|ref!|name\?|num!))$/i;

/** Whether spreadsheets take a text for something else, also after a split at semicolons, bars or tabs. Linear time. */
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
