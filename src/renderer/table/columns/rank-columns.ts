import type { SortKey } from '../../../shared/filter/query-term.ts';
import type { GridColumn } from './grid-column.ts';

/** Columns with this priority or more say which row it is, and stay, whatever they show. */
const mainPriority = 99;
const isMain = ({ priority }: GridColumn<never>): boolean => priority >= mainPriority;

/**
 * Returns how important a column is now. Those that the rows are sorted or filtered by stay in sight longest, and
 * those that show the same in each of the rows give way first.
 *
 * @param rows some of the rows, such as the first ones
 */
export function rankColumns<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  by: { readonly sort: readonly SortKey[]; readonly filterKeys: ReadonlySet<string> },
): (column: GridColumn<Row>) => number {
  const isUsed = ({ sortField, filter }: GridColumn<Row>): boolean =>
    by.sort.some(({ field }) => field === sortField) || (filter !== undefined && by.filterKeys.has(filter.key));
  const isSame = (column: GridColumn<Row>): boolean => {
    const [first, ...others] = rows.map((row) => column.cell(row).text);
    return others.length > 0 && others.every((text) => text === first);
  };
  const ranks = new Map(
    columns.map((column) => {
      const { key, priority } = column;
      if (isUsed(column)) return [key, priority + 1000] as const;
      return [key, !isMain(column) && isSame(column) ? priority - 1000 : priority] as const;
    }),
  );
  return ({ key, priority }) => ranks.get(key) ?? priority;
}
