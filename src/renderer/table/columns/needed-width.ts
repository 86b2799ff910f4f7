import type { GridCell, GridColumn } from './grid-column.ts';

/** About the width of a character in each font of the table, in CSS pixels. */
const charPx = 6.8;
const figurePx = 7.2;
const monoCharPx = 7.5;
const paddingPx = 13;
/** The arrow of the order that a heading shows behind its label. */
const arrowPx = 14;
const leadPx = 22;
const iconPx = 20;
const notePx = 18;

/**
 * How wide columns of text must be for their headings and some rows, by key, in CSS pixels. It is an estimate:
 * to measure rows they would have to be drawn first, and then again. Nothing is known of columns that draw something.
 */
export function neededWidths<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
): ReadonlyMap<string, number> {
  return new Map(
    columns.flatMap((column) => {
      const cells = rows.map((row) => column.cell(row));
      if (cells.length === 0 || column.variant === 'dot' || cells.some(isDrawn)) return [];
      const headingPx = column.label.length * charPx + arrowPx + paddingPx;
      const px = cells.reduce((most, cell) => Math.max(most, widthOf(column, cell)), headingPx);
      return [[column.key, Math.ceil(px)] as const];
    }),
  );
}

const isDrawn = ({ share, tags, spark }: GridCell): boolean =>
  share !== undefined || tags !== undefined || spark !== undefined;

function widthOf<Row>(column: GridColumn<Row>, cell: GridCell): number {
  const { variant = 'plain', isNumber = false, isDate = false } = column;
  const perChar = variant.startsWith('mono') ? monoCharPx : isNumber || isDate ? figurePx : charPx;
  const besidePx =
    (cell.icon === undefined ? 0 : iconPx) +
    (cell.lead === undefined ? 0 : leadPx) +
    (cell.note == null ? 0 : notePx);
  return cell.text.length * perChar + besidePx + paddingPx;
}
