import { FailureError } from '../../shared/failure.ts';
import type { Columns } from './columns/columns.svelte.ts';
import type { Host } from '../kit/host.ts';
import type { Selected } from './rows/selected.svelte.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import { writeRows, type CopyForm } from './columns/write-rows.ts';

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
