import type { GridColumn } from './grid-column.ts';

export const tickPx = 30;
/** Without ticks the first column begins where the text of the bars above the table does. */
const gutterPx = 10;
/** Room for the button of the column chooser. */
const chooserPx = 30;
/** A narrower table, in CSS pixels, would have little room left next to columns that stay. */
const narrowestToStayPx = 400;

/** The grid that the columns of a table stand on. Widths are CSS lengths. */
interface Tracks {
  /** For `grid-template-columns`: ticks where there are any, columns, room for the chooser. */
  readonly template: string;
  /** The least width of the whole table. */
  readonly minWidth: string;
  /** The free space before the first column, in CSS pixels. */
  readonly gutterPx: number;
  /** The first columns, which stay while the table scrolls sideways: how far from its left each of them is. */
  readonly lefts: readonly string[];
  /** The width of what stays. */
  readonly stayingWidth: string;
}

type Column = Pick<GridColumn<never>, 'widthRem' | 'widthPx' | 'grow' | 'variant'>;

const widthOf = ({ widthRem, widthPx }: Column): string => (widthPx === undefined ? `${widthRem}rem` : `${widthPx}px`);

function trackOf(column: Column): string {
  const isGrowing = column.grow !== undefined && column.widthPx === undefined;
  return isGrowing ? `minmax(${widthOf(column)}, ${column.grow}fr)` : widthOf(column);
}

const sum = (widths: readonly string[]): string => (widths.length === 0 ? '0px' : `calc(${widths.join(' + ')})`);

/**
 * The tracks of columns. The first column that names its row stays in sight, with the ticks and the dot before it.
 *
 * @param tableWidthPx how much of the table is in sight
 */
export function layTracks(columns: readonly Column[], tableWidthPx: number, hasTicks: boolean): Tracks {
  const ticks = hasTicks ? [`${tickPx}px`] : [];
  const widths = columns.map(widthOf);
  const stayingCount = tableWidthPx < narrowestToStayPx ? 0 : columns.findIndex(({ variant }) => variant !== 'dot') + 1;
  const staying = [...ticks, ...widths.slice(0, stayingCount)];
  return {
    template: [...ticks, ...columns.map(trackOf), `minmax(${chooserPx}px, auto)`].join(' '),
    minWidth: sum([hasTicks ? `${tickPx}px` : `${gutterPx}px`, ...widths, `${chooserPx}px`]),
    gutterPx: hasTicks ? 0 : gutterPx,
    lefts: widths.slice(0, stayingCount).map((_, at) => sum([...ticks, ...widths.slice(0, at)])),
    stayingWidth: stayingCount === 0 ? '0px' : sum(staying),
  };
}
