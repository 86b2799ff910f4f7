import { FailureError } from '../../shared/failure.ts';
import type { Columns } from './columns/columns.svelte.ts';
import type { Host } from '../kit/host.ts';
import type { Selected } from './rows/selected.svelte.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import { writeRows, type CopyForm, writeCsv } from './columns/write-rows.ts';
import type { GridRows } from './rows/grid-rows.svelte.ts';

/** Text of more rows than this belongs in a file. */
const mostCopiedRows = 50_000;

/** Copies the selected rows in the order of the table: the visible columns, or JSON. */
export async function copyRows<Row extends object>(
  host: Host,
  selected: Selected<Row>,
  columns: Columns<Row>,
  form: CopyForm,
): Promise<void> {
  if (selected.count > mostCopiedRows) {
    host.notifyFailure(
      new FailureError({
        code: 'invalid-input',
        message: `${formatCount(selected.count)} rows are too many for the clipboard, which takes at most ${formatCount(mostCopiedRows)}. Nothing was copied. Select fewer rows, or export them to a file.`,
      }),
    );
    return;
  }
  try {
    const rows = await selected.rows();
    await host.copyText(writeRows(rows, columns.laidOut, form), countOf(rows.length, 'row'));
  } catch (error) {
    host.notifyFailure(error);
  }
}

/** A file of more rows is an export, not the copy of a table. */
const mostRows = 50_000;
const rowsAtOnce = 10_000;

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
    if (count > mostRows) {
      throw new FailureError({
        code: 'invalid-input',
        message: `${formatCount(count)} rows are too many for this file, which takes at most ${formatCount(mostRows)}. Nothing was saved. Filter the table, or use an export.`,
      });
    }
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
