import type { SortKey } from '../../../shared/filter/query-term.ts';
import type { MenuItem } from '../../kit/menu/menu-item.ts';
import type { Columns } from '../columns/columns.svelte.ts';
import type { GridColumn } from '../columns/grid-column.ts';
import { sortBy } from '../rows/sort-keys.ts';

/** The fields that a column sorts by, the deciding one first; empty if it cannot be sorted. */
export const sortFields = <Row>({ sortField, thenSortField }: GridColumn<Row>): readonly string[] =>
  [sortField ?? [], thenSortField ?? []].flat();

/** The menu of a column heading. */
export function headingMenu<Row>(parts: {
  readonly column: GridColumn<Row>;
  readonly columns: Columns<Row>;
  /** Those that are drawn. */
  readonly visible: readonly GridColumn<Row>[];
  readonly sort: readonly SortKey[];
  readonly setSort: (sort: readonly SortKey[]) => void;
  readonly fitWidth: () => void;
  readonly togglePin: () => void;
  /** Begins a term of the filter; without it the table has no filter. */
  readonly filterBy: ((key: string) => void) | undefined;
  /** Saves all rows of the table. */
  readonly save: () => void;
}): readonly MenuItem[] {
  const { column, columns, visible, sort, setSort, fitWidth, togglePin, filterBy, save } = parts;
  const fields = sortFields(column);
  const isEnabled = fields.length > 0;
  const sortItem = (title: string, isDescending: boolean): MenuItem => ({
    title,
    isEnabled,
    run() {
      setSort(sortBy(sort, fields, isDescending, false));
    },
  });
  return [
    sortItem('Sort ascending', false),
    sortItem('Sort descending', true),
    {
      title: 'Add to sort',
      shortcut: '⇧ click',
      isEnabled: isEnabled && sort.some((key) => !fields.includes(key.field)),
      run() {
        setSort(sortBy(sort, fields, false, true));
      },
    },
    'separator',
    ...filterItems(column, filterBy),
    { title: 'Fit width', shortcut: 'double click', run: fitWidth },
    { title: columns.isPinned(column.key) ? 'Unpin column' : 'Pin left', run: togglePin },
    {
      title: 'Hide column',
      isEnabled: visible.length > 1,
      run() {
        columns.toggle(column.key, visible);
      },
    },
    'separator',
    { title: 'Save table as CSV…', run: save },
  ];
}

function filterItems<Row>(
  { filter }: GridColumn<Row>,
  filterBy: ((key: string) => void) | undefined,
): readonly MenuItem[] {
  if (filter === undefined || filterBy === undefined) return [];
  return [
    {
      title: 'Filter by value…',
      run() {
        filterBy(filter.key);
      },
    },
  ];
}
