import { leaveOut, narrowTo } from './rows/narrow-filter.ts';
import type { ListState } from './rows/list-state.svelte.ts';
import { countOf } from '../format/format-number.ts';
import type { GridColumn } from './columns/grid-column.ts';
import type { MenuItem } from '../kit/menu/menu-item.ts';
import { cellText, writeRows, writeTsv, type CopyForm } from './copy-rows.ts';

/** `what` names it in the toast. */
type CopyText = (text: string, what: string) => void;

export function rowMenu<Row extends object>(parts: {
  readonly row: Row;
  /** Null: the whole row. */
  readonly column: GridColumn<Row> | null;
  readonly columns: readonly GridColumn<Row>[];
  /** For filters by cell. */
  readonly list: ListState<Row> | undefined;
  readonly actions: readonly MenuItem[];
  readonly copy: CopyText;
  /** If rows can be ticked. */
  readonly selection?: { readonly count: number; copy(form: CopyForm): void } | undefined;
}): readonly MenuItem[] {
  const { row, column, columns, list, actions, copy, selection } = parts;
  const what = selection && selection.count > 1 ? countOf(selection.count, 'row') : 'the row';
  const copyIn = (form: CopyForm, how: string): MenuItem => ({
    title: `Copy ${what}${how}`,
    run() {
      if (selection) selection.copy(form);
      else copy(writeRows([row], columns, form), '1 row');
    },
  });
  return [
    ...valueItems(row, column, copy),
    ...(list === undefined ? [] : filterItems(list, row, column)),
    ...(column === null ? [] : (['separator'] as const)),
    copyIn('tsv', ''),
    copyIn('tsv-header', ' with header'),
    copyIn('json', ' as JSON'),
    ...(actions.length === 0 ? [] : (['separator'] as const)),
    ...actions,
  ];
}

export function copyRowOrCell<Row>(
  row: Row,
  column: GridColumn<Row> | null,
  columns: readonly GridColumn<Row>[],
  copy: CopyText,
): void {
  if (column === null) copy(writeTsv([row], columns, false), '1 row');
  else copy(cellText(row, column), column.label);
}

function valueItems<Row>(row: Row, column: GridColumn<Row> | null, copy: CopyText): readonly MenuItem[] {
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

function filterItems<Row>(list: ListState<Row>, row: Row, column: GridColumn<Row> | null): readonly MenuItem[] {
  const filter = column?.filter;
  const value = filter?.value(row) ?? null;
  if (column === null || filter === undefined || value === null) return [];
  const wanted = { key: filter.key, value, isExact: filter.isExact };
  const shown = column.cell(row).text;
  // A number needs its column's label.
  const words = shown === '' || column.isNumber === true ? `${column.label} ${shown || value}` : shown;
  return [
    {
      title: `Only: ${words}`,
      run() {
        list.filter(narrowTo(list.text, list.name, wanted));
      },
    },
    {
      title: `Hide: ${words}`,
      run() {
        list.filter(leaveOut(list.text, list.name, wanted));
      },
    },
  ];
}
