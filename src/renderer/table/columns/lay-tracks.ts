import type { Columns } from './columns.svelte.ts';
import { fitColumns } from './fit-columns.ts';
import type { GridColumn } from './grid-column.ts';

export const tickPx = 30;
/** Without ticks the first column begins where the text of the bars above the table does. */
const gutterPx = 10;
const chooserPx = 26;
/** Room for the button of the column chooser with the count of hidden columns. */
const hiddenCountPx = 56;

/** The columns that are drawn, and the grid that they stand on. */
export interface Tracks<Row> {
  readonly columns: readonly GridColumn<Row>[];
  /** For `grid-template-columns`: ticks where there are any, columns, room for the chooser. */
  readonly template: string;
  /** The least width of the whole table. */
  readonly minPx: number;
  /** The free space before the first column, in CSS pixels. */
  readonly gutterPx: number;
  /** Columns of the layout that do not fit. */
  readonly hiddenCount: number;
  /** Where each pinned column stays, in CSS pixels from the left of the table, by key. */
  readonly pinnedPx: ReadonlyMap<string, number>;
}

/** Lays out as many columns as a width has room for; all columns that the user selected stay. */
export function layTracks<Row>(
  columns: Columns<Row>,
  widthPx: number,
  hasTicks: boolean,
): Tracks<Row> {
  const besidePx = (hasTicks ? tickPx : gutterPx) + chooserPx;
  const { laidOut } = columns;
  const fitted = fitLayout(columns, widthPx - besidePx);
  const hiddenCount = laidOut.length - fitted.length;
  return {
    columns: fitted,
    template: [
      ...(hasTicks ? [`${tickPx}px`] : []),
      ...fitted.map((column) => column.track),
      `minmax(${hiddenCount > 0 ? hiddenCountPx : chooserPx}px, auto)`,
    ].join(' '),
    minPx: fitted.reduce((sum, column) => sum + column.minPx, besidePx),
    gutterPx: hasTicks ? 0 : gutterPx,
    hiddenCount,
    pinnedPx: placePinned(columns, fitted, hasTicks ? tickPx : 0),
  };
}

/** Pinned columns come first and have fixed widths. */
function placePinned<Row>(
  columns: Columns<Row>,
  drawn: readonly GridColumn<Row>[],
  fromPx: number,
): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let leftPx = fromPx;
  for (const { key, minPx } of drawn) {
    if (!columns.isPinned(key)) break;
    places.set(key, leftPx);
    leftPx += minPx;
  }
  return places;
}

/** Leaves room for the count of hidden columns only if there are any. */
function fitLayout<Row>(columns: Columns<Row>, widthPx: number): readonly GridColumn<Row>[] {
  const { laidOut, isArranged } = columns;
  if (isArranged) return laidOut;
  const fitted = fitColumns(laidOut, widthPx);
  return fitted.length === laidOut.length
    ? fitted
    : fitColumns(laidOut, widthPx - (hiddenCountPx - chooserPx));
}
