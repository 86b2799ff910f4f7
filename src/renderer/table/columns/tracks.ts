import type { GridColumn } from './grid-column.ts';

export const tickPx = 30;
/** Without ticks the first column begins where the text of the bars above the table does. */
const gutterPx = 10;
/** Room for the button of the column chooser. */
const chooserPx = 30;
/** The font size of the root, which nothing changes: the window zooms as a whole. */
const remPx = 16;

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
 * The tracks of columns. The first column that names its row stays in sight, with the ticks and the dot before it, unless
 * they would take more than half of the table.
 *
 * @param tableWidthPx how much of the table is in sight
 */
export function layTracks(columns: readonly Column[], tableWidthPx: number, hasTicks: boolean): Tracks {
  const ticks = hasTicks ? [`${tickPx}px`] : [];
  const widths = columns.map(widthOf);
  const firstCount = columns.findIndex(({ variant }) => variant !== 'dot') + 1;
  const firstPx = columns
    .slice(0, firstCount)
    .reduce((px, { widthRem, widthPx }) => px + (widthPx ?? widthRem * remPx), hasTicks ? tickPx : 0);
  const staying = firstPx > tableWidthPx / 2 ? [] : widths.slice(0, firstCount);
  return {
    template: [...ticks, ...columns.map(trackOf), `minmax(${chooserPx}px, auto)`].join(' '),
    minWidth: sum([hasTicks ? `${tickPx}px` : `${gutterPx}px`, ...widths, `${chooserPx}px`]),
    gutterPx: hasTicks ? 0 : gutterPx,
    lefts: staying.map((_, at) => sum([...ticks, ...widths.slice(0, at)])),
    stayingWidth: staying.length === 0 ? '0px' : sum([...ticks, ...staying]),
  };
}
