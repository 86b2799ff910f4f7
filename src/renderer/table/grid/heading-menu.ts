import type { SortKey } from '../../../shared/filter/query-term.ts';
import type { MenuItem } from '../../kit/menu/menu-item.ts';
import type { Columns } from '../columns/columns.svelte.ts';
import type { GridColumn } from '../columns/grid-column.ts';

/** The fields to sort by, most important first. */
export const sortFields = <Row>({ sortField, thenSortField }: GridColumn<Row>): readonly string[] =>
  [sortField ?? [], thenSortField ?? []].flat();

export function headingMenu<Row>(parts: {
  readonly column: GridColumn<Row>;
  readonly columns: Columns<Row>;
  readonly sort: readonly SortKey[];
  readonly setSort: (sort: readonly SortKey[]) => void;
  readonly fitWidth: () => void;
  readonly filterBy: ((key: string) => void) | undefined;
  readonly save: () => void;
}): readonly MenuItem[] {
  const { column, columns, sort, setSort, fitWidth, filterBy, save } = parts;
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
    {
      title: 'Hide column',
      isEnabled: columns.laidOut.length > 1,
      run() {
        columns.toggle(column.key);
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

/**
 * The next order: ascending, descending, as received. `isAdded` (Shift) keeps other keys.
 *
 * @param fields the first one decides
 * @param isHighFirst begins with descending
 */
export function nextSort(
  sort: readonly SortKey[],
  fields: readonly string[],
  isAdded: boolean,
  isHighFirst = false,
): readonly SortKey[] {
  const present = sort.find((key) => key.field === fields[0]);
  const isLast = present !== undefined && present.isDescending !== isHighFirst;
  if (isLast) return isAdded ? withoutFields(sort, fields) : [];
  return sortBy(sort, fields, (present !== undefined) !== isHighFirst, isAdded);
}

/** `isAdded` keeps other keys in place. */
function sortBy(
  sort: readonly SortKey[],
  fields: readonly string[],
  isDescending: boolean,
  isAdded: boolean,
): readonly SortKey[] {
  const keys = fields.map((field) => ({ field, isDescending }));
  if (!isAdded) return keys;
  const at = sort.findIndex((key) => key.field === fields[0]);
  const others = withoutFields(sort, fields);
  return at < 0 ? [...others, ...keys] : others.toSpliced(at, 0, ...keys);
}

const withoutFields = (sort: readonly SortKey[], fields: readonly string[]): readonly SortKey[] =>
  sort.filter((key) => !fields.includes(key.field));
