import { FailureError } from '../../shared/failure.ts';
import type { Columns } from './columns/columns.svelte.ts';
import type { Host } from '../kit/host.ts';
import type { Selected } from './rows/selected.svelte.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import type { GridRows } from './rows/grid-rows.svelte.ts';
import { csvTable } from '../../shared/csv.ts';
import { stringifyJson } from '../../shared/json.ts';
import type { GridColumn } from './columns/grid-column.ts';

/** More rows are an export, not the copy of a table. */
const maxRows = 50_000;
const rowsAtOnce = 10_000;

function limitRows(count: number, place: string, remedy: string): void {
  if (count <= maxRows) return;
  throw new FailureError({
    code: 'invalid-input',
    message: `${formatCount(count)} rows are too many for ${place}, which takes at most ${formatCount(maxRows)}. ${remedy}`,
  });
}

/** Copies the selected rows in the order of the table: the visible columns, or JSON. */
export async function copyRows<Row extends object>(
  host: Host,
  selected: Selected<Row>,
  columns: Columns<Row>,
  form: CopyForm,
): Promise<void> {
  try {
    limitRows(selected.count, 'the clipboard', 'Nothing was copied. Select fewer rows, or export them to a file.');
    const rows = await selected.rows();
    await host.copyText(writeRows(rows, columns.laidOut, form), countOf(rows.length, 'row'));
  } catch (error) {
    host.notifyFailure(error);
  }
}

/** Saves all rows that a table's filter finds as CSV, in its order, with the columns that it shows. */
export async function saveCsv<Row extends object>(
  host: Host,
  rows: GridRows<Row>,
  columns: Columns<Row>,
  label: string,
): Promise<void> {
  try {
    const query = rows.source.open();
    if (query === null) return;
    const count = await query.count();
    limitRows(count, 'this file', 'Nothing was saved. Filter the table, or use an export.');
    const found: Row[] = [];
    while (found.length < count) {
      const page = await query.rows(rows.sort, found.length, rowsAtOnce);
      if (page.length === 0) break;
      found.push(...page);
    }
    await host.saveText(label, writeCsv(found, columns.laidOut));
  } catch (error) {
    host.notifyFailure(error);
  }
}

/** The value of one cell as text: as shown, but numbers and dates as received, so that they can be computed with. */
export function cellText<Row>(row: Row, column: GridColumn<Row>): string {
  const value = column.isNumber === true || column.isDate === true ? (column.value?.(row) ?? null) : null;
  return value === null || typeof value === 'object' ? column.cell(row).text : String(value);
}

/**
 * Rows as tab-separated text, one line each without a line feed at the end, for
 * spreadsheets: tabs and line breaks within a value become spaces.
 */
export function writeTsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[], hasHeader: boolean): string {
  const line = (values: readonly string[]): string =>
    values.map((value) => value.replaceAll(/[\t\r\n]+/g, ' ')).join('\t');
  // The words of a dot are for those who cannot see it.
  const written = columns.filter(({ variant }) => variant !== 'dot');
  const lines = rows.map((row) => line(written.map((column) => cellText(row, column))));
  return (hasHeader ? [line(written.map((column) => column.label)), ...lines] : lines).join('\n');
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
