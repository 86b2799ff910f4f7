import type { Columns } from './columns.svelte.ts';
import { fitColumns } from './fit-columns.ts';
import type { GridColumn } from './grid-column.ts';

export const tickPx = 30;
const chooserPx = 26;

/** The columns that are drawn, and the grid that they stand on. */
export interface Tracks<Row> {
  readonly columns: readonly GridColumn<Row>[];
  /** For `grid-template-columns`: ticks where there are any, columns, room for the chooser. */
  readonly template: string;
  /** The least width of the whole table. */
  readonly minPx: number;
}

/** Lays out as many columns as a width has room for; those that the person chose all stay. */
export function layTracks<Row>(
  columns: Columns<Row>,
  widthPx: number,
  hasTicks: boolean,
): Tracks<Row> {
  const besidePx = (hasTicks ? tickPx : 0) + chooserPx;
  const fitted = columns.isChosen
    ? columns.laidOut
    : fitColumns(columns.laidOut, widthPx - besidePx);
  return {
    columns: fitted,
    template: [
      ...(hasTicks ? [`${tickPx}px`] : []),
      ...fitted.map((column) => column.track),
      `minmax(${chooserPx}px, auto)`,
    ].join(' '),
    minPx: fitted.reduce((sum, column) => sum + column.minPx, besidePx),
  };
}
