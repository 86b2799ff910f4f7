import { leaveOut, narrowTo } from '../state/narrow-filter.ts';
import type { ListState } from '../state/list-state.svelte.ts';
import type { GridColumn } from './grid-column.ts';
import type { MenuItem } from './menu-item.ts';
import { cellText, writeJson, writeTsv } from './write-rows.ts';

/** Puts text that is no secret on the clipboard; `what` names it in the message. */
export type CopyText = (text: string, what: string) => void;

/** The menu of one row of a table in which nothing is ticked. */
export function rowMenu<Row extends object>(parts: {
  readonly row: Row;
  /** That of the cell, null for the whole row. */
  readonly column: GridColumn<Row> | null;
  /** Those that are shown. */
  readonly columns: readonly GridColumn<Row>[];
  /** Whose filter the value of a cell may go into. */
  readonly list: ListState<Row> | undefined;
  /** What can be done with the row itself. */
  readonly actions: readonly MenuItem[];
  readonly copy: CopyText;
}): readonly MenuItem[] {
  const { row, column, columns, list, actions, copy } = parts;
  const copyRow = (title: string, text: () => string): MenuItem => ({
    title,
    run() {
      copy(text(), '1 row');
    },
  });
  return [
    ...valueItems(row, column, copy),
    ...(list === undefined ? [] : filterItems(list, row, column)),
    ...(column === null ? [] : (['separator'] as const)),
    copyRow('Copy the row', () => writeTsv([row], columns, false)),
    copyRow('Copy the row with header', () => writeTsv([row], columns, true)),
    copyRow('Copy the row as JSON', () => writeJson([row])),
    ...(actions.length === 0 ? [] : (['separator'] as const)),
    ...actions,
  ];
}

/** Copies what the keyboard is at: a cell, else the whole row. */
export function copyRowOrCell<Row>(
  row: Row,
  column: GridColumn<Row> | null,
  columns: readonly GridColumn<Row>[],
  copy: CopyText,
): void {
  if (column === null) copy(writeTsv([row], columns, false), '1 row');
  else copy(cellText(row, column), column.label);
}

/** What can be done with the value of a cell. */
export function valueItems<Row>(
  row: Row,
  column: GridColumn<Row> | null,
  copy: CopyText,
): readonly MenuItem[] {
  if (column === null) return [];
  const text = cellText(row, column);
  return [
    {
      title: text === '' ? 'Copy the value' : `Copy “${text}”`,
      isEnabled: text !== '',
      run() {
        copy(text, column.label);
      },
    },
  ];
}

/** How the value of a cell narrows the list down. */
export function filterItems<Row>(
  list: ListState<Row>,
  row: Row,
  column: GridColumn<Row> | null,
): readonly MenuItem[] {
  const filter = column?.filter;
  const value = filter?.value(row) ?? null;
  if (filter === undefined || value === null) return [];
  const wanted = { key: filter.key, value, isExact: filter.isExact };
  return [
    {
      title: `Only ${filter.key} ${value}`,
      run() {
        list.filter(narrowTo(list.text, list.name, wanted));
      },
    },
    {
      title: `Without ${filter.key} ${value}`,
      run() {
        list.filter(leaveOut(list.text, list.name, wanted));
      },
    },
  ];
}
