import { untrack } from 'svelte';
import { GridRows } from './grid-rows.svelte.ts';
import { localQuery } from './local-query.ts';

/**
 * A table of rows that are all in memory. Call it while a component is set up.
 *
 * @param rows what to show, null while it is not known; what it reads is watched
 */
export function localGrid<Row extends object>(
  rows: () => readonly Row[] | null,
  idOf: (row: Row) => string,
): GridRows<Row> {
  const grid = new GridRows<Row>({
    open() {
      const present = rows();
      return present === null ? null : localQuery(present);
    },
    idOf,
  });
  $effect(() => {
    // The table reads and writes its own state: only other rows matter here.
    if (rows() !== null) untrack(() => void grid.refresh());
  });
  return grid;
}
