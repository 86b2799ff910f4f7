import { FailureError } from '../../shared/failure.ts';
import type { Columns } from './columns/columns.svelte.ts';
import type { Host } from '../kit/host.ts';
import type { Selected } from './rows/selected.svelte.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import { writeRows, type CopyForm, writeCsv } from './columns/write-rows.ts';
import type { GridRows } from './rows/grid-rows.svelte.ts';

/** More rows are an export, not the copy of a table. */
const mostRows = 50_000;
const rowsAtOnce = 10_000;

function limitRows(count: number, place: string, remedy: string): void {
  if (count <= mostRows) return;
  throw new FailureError({
    code: 'invalid-input',
    message: `${formatCount(count)} rows are too many for ${place}, which takes at most ${formatCount(mostRows)}. ${remedy}`,
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
