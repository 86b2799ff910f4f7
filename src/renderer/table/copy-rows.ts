import { attempt } from '../bridge.ts';
import type { Columns } from './columns/columns.svelte.ts';
import type { Desk } from '../account/desk.svelte.ts';
import type { Selected } from './rows/selected.svelte.ts';
import { countOf, formatCount } from '../format/format-number.ts';
import { writeRows, type CopyForm } from './write-rows.ts';

/** More text than this many rows make is a file's matter. */
const mostCopiedRows = 50_000;

/** Copies the chosen rows in the order of the table: the columns that are shown, or as JSON. */
export async function copyRows<Row extends object>(
  desk: Desk,
  selected: Selected<Row>,
  columns: Columns<Row>,
  form: CopyForm,
): Promise<void> {
  const { notices } = desk;
  if (selected.count > mostCopiedRows) {
    notices.sayFailure({
      code: 'invalid-input',
      message: `${formatCount(selected.count)} rows are more than the clipboard should hold; at most ${formatCount(mostCopiedRows)} are copied. Nothing was copied: choose fewer, or export them to a file.`,
    });
    return;
  }
  const rows = await attempt(() => selected.rows(), notices.sayFailure);
  if (rows === undefined) return;
  await desk.copyPlain(writeRows(rows, columns.laidOut, form), countOf(rows.length, 'row'));
}
