/** What deciding needs to know of a column. */
export interface FittedColumn {
  readonly minPx: number;
  /** Columns with a lower priority are hidden first. */
  readonly priority: number;
}

/**
 * The columns that fit a width, in their order; the most important one always stays.
 *
 * @param mayHide whether a column may be left out
 * @param priorityOf those with the lowest one are left out first
 */
export function fitColumns<Column extends FittedColumn>(
  columns: readonly Column[],
  widthPx: number,
  mayHide: (column: Column) => boolean = () => true,
  priorityOf: (column: Column) => number = ({ priority }) => priority,
): readonly Column[] {
  const leastFirst = columns.filter(mayHide).toSorted((one, other) => priorityOf(one) - priorityOf(other));
  const hidden = new Set<Column>();
  let neededPx = columns.reduce((sum, column) => sum + column.minPx, 0);
  for (const column of leastFirst) {
    if (neededPx <= widthPx || hidden.size === columns.length - 1) break;
    hidden.add(column);
    neededPx -= column.minPx;
  }
  return columns.filter((column) => !hidden.has(column));
}
