import type { GridCell, GridColumn } from './grid-column.ts';

/** About the width of a character in each font of the table, in CSS pixels. */
const charPx = 6.8;
const figurePx = 7.2;
const monoCharPx = 7.5;
/** Padding of a cell on both sides and a pixel for rounding. */
const paddingPx = 13;
/** The arrow of the order that a heading shows behind its label. */
const arrowPx = 14;
const leadPx = 22;
const iconPx = 24;
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
    (cell.icon === undefined ? 0 : iconPx) + (cell.lead === undefined ? 0 : leadPx) + (cell.note == null ? 0 : notePx);
  return cell.text.length * perChar + besidePx + paddingPx;
}

/**
 * Measures how wide a column must be for the content of its drawn cells and its heading.
 *
 * @param grid the element with role `grid`
 * @returns CSS pixels, padding included
 */
export function measureColumn(grid: Element, key: string): number {
  const cells = [...grid.querySelectorAll(`[data-key="${CSS.escape(key)}"]`)];
  const widths = cells.map((cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell.querySelector('[data-content]') ?? cell);
    const cut = cell.querySelector('[data-cut]');
    const cutPx = cut === null ? 0 : cut.scrollWidth - cut.clientWidth;
    return range.getBoundingClientRect().width + cutPx;
  });
  return Math.ceil(Math.max(0, ...widths)) + paddingPx;
}
