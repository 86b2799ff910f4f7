import { csvTable } from '../../../shared/csv.ts';
import { stringifyJson, type JsonValue } from '../../../shared/json.ts';
import type { GridColumn } from './grid-column.ts';

/** The value of one cell as text: as received where the column has that, else as shown. */
export function cellText<Row>(row: Row, column: GridColumn<Row>): string {
  const value: JsonValue = column.value?.(row) ?? (column.value ? null : column.cell(row).text);
  if (value === null) return '';
  return typeof value === 'object' ? stringifyJson(value) : String(value);
}

/**
 * Rows as tab-separated text, one line each without a line feed at the end, for
 * spreadsheets: tabs and line breaks within a value become spaces.
 */
export function writeTsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[], hasHeader: boolean): string {
  const line = (values: readonly string[]): string =>
    values.map((value) => value.replaceAll(/[\t\r\n]+/g, ' ')).join('\t');
  const lines = rows.map((row) => line(columns.map((column) => cellText(row, column))));
  return (hasHeader ? [line(columns.map((column) => column.label)), ...lines] : lines).join('\n');
}

/** Rows as CSV with a heading, without a line end after the last one. */
export const writeCsv = <Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string =>
  csvTable(
    columns.map(({ label }) => label),
    rows.map((row) => columns.map((column) => (column.value ? column.value(row) : column.cell(row).text))),
  ).slice(0, -2);

/** Rows with all their fields as an indented JSON list. */
export const writeJson = (rows: readonly object[]): string => stringifyJson(rows, 2);

/** How rows are copied as text: the columns that are shown, or every field. */
export type CopyForm = 'tsv' | 'tsv-header' | 'json';

export const writeRows = <Row extends object>(
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
  form: CopyForm,
): string => (form === 'json' ? writeJson(rows) : writeTsv(rows, columns, form === 'tsv-header'));
