/** What deciding needs to know of a column. */
export interface FittedColumn {
  readonly minPx: number;
  /** Columns with a lower priority are hidden first. */
  readonly priority: number;
}

/** The columns that fit a width, in their order; the most important one always stays. */
export function fitColumns<Column extends FittedColumn>(
  columns: readonly Column[],
  widthPx: number,
): readonly Column[] {
  const kept = [...columns];
  let neededPx = kept.reduce((sum, column) => sum + column.minPx, 0);
  while (kept.length > 1 && neededPx > widthPx) {
    const least = kept.reduce((low, column) => (column.priority < low.priority ? column : low));
    kept.splice(kept.indexOf(least), 1);
    neededPx -= least.minPx;
  }
  return kept;
}
