import type { ProxyEndpoint } from '../../shared/proxy.ts';
import { attempt } from '../bridge.ts';
import type { Desk } from '../state/desk.svelte.ts';
import { countOf, formatCount } from '../ui/format-number.ts';
import type { GridColumn } from '../ui/grid-column.ts';
import { copyRowOrCell } from '../ui/row-menu.ts';
import { writeJson, writeTsv } from '../ui/write-rows.ts';

/** More text than this many rows make is a file's matter. */
export const mostCopiedRows = 50_000;

/** Copies the chosen rows in the order of the table: the columns that are shown, or as JSON. */
export async function copyRows(desk: Desk, form: 'tsv' | 'tsv-header' | 'json'): Promise<void> {
  const { selected, columns, notices } = desk;
  if (selected.count > mostCopiedRows) {
    notices.sayFailure({
      code: 'invalid-input',
      message: `${formatCount(selected.count)} rows are more than the clipboard should hold; at most ${formatCount(mostCopiedRows)} are copied. Nothing was copied: choose fewer, or export them to a file.`,
    });
    return;
  }
  const rows = await attempt(() => selected.rows(), notices.sayFailure);
  if (rows === undefined) return;
  const text =
    form === 'json'
      ? writeJson(rows)
      : writeTsv(rows, columns.proxies.laidOut, form === 'tsv-header');
  await desk.copyPlain(text, countOf(rows.length, 'row'));
}

/** What Ctrl+C takes: several chosen rows, else the cell, else the row. */
export async function copyChosen(
  desk: Desk,
  column: GridColumn<ProxyEndpoint> | null,
): Promise<void> {
  const { grid } = desk.proxies;
  const row = grid.row(grid.activeIndex);
  if (desk.selected.count <= 1 && row !== undefined) {
    const copy = (text: string, what: string): void => void desk.copyPlain(text, what);
    copyRowOrCell(row, column, desk.columns.proxies.laidOut, copy);
  } else if (desk.selected.count > 0) await copyRows(desk, 'tsv');
}
