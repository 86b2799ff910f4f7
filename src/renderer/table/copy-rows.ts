import { FailureError } from '../../shared/failure.ts';
import type { Columns } from './columns/columns.svelte.ts';
import type { Host } from '../kit/host.ts';
import type { Selected } from './rows/selected.svelte.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import type { GridRows } from './rows/grid-rows.svelte.ts';
import { csvTable } from '../../shared/csv.ts';
import { stringifyJson } from '../../shared/json.ts';
import type { GridColumn } from './columns/grid-column.ts';

/** More is an export. */
const maxRows = 50_000;
const rowsAtOnce = 10_000;

function limitRows(count: number, place: string, remedy: string): void {
  if (count <= maxRows) return;
  throw new FailureError({
    code: 'invalid-input',
    message: `${formatCount(count)} rows are too many for ${place}, which takes at most ${formatCount(maxRows)}. ${remedy}`,
  });
}

/** Copies the selected rows in order, as visible columns or JSON. */
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

/** Saves all rows of a filter as CSV, as shown. */
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

/** As shown; numbers and dates as received, to compute with. */
export function cellText<Row>(row: Row, column: GridColumn<Row>): string {
  const value = column.isNumber === true || column.isDate === true ? (column.value?.(row) ?? null) : null;
  return value === null || typeof value === 'object' ? column.cell(row).text : String(value);
}

/** Writes tab-separated rows; tabs and breaks in values become spaces. */
export function writeTsv<Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[], hasHeader: boolean): string {
  const line = (values: readonly string[]): string =>
    values.map((value) => value.replaceAll(/[\t\r\n]+/g, ' ')).join('\t');
  // A dot's words replace its color.
  const written = columns.filter(({ variant }) => variant !== 'dot');
  const lines = rows.map((row) => line(written.map((column) => cellText(row, column))));
  return (hasHeader ? [line(written.map((column) => column.label)), ...lines] : lines).join('\n');
}

/** CSV with a heading. */
export const writeCsv = <Row>(rows: readonly Row[], columns: readonly GridColumn<Row>[]): string =>
  csvTable(
    columns.map(({ label }) => label),
    rows.map((row) => columns.map((column) => (column.value ? column.value(row) : column.cell(row).text))),
  ).slice(0, -2);

export const writeJson = (rows: readonly object[]): string => stringifyJson(rows, 2);

export type CopyForm = 'tsv' | 'tsv-header' | 'json';

export const writeRows = <Row extends object>(
  rows: readonly Row[],
  columns: readonly GridColumn<Row>[],
  form: CopyForm,
): string => (form === 'json' ? writeJson(rows) : writeTsv(rows, columns, form === 'tsv-header'));
