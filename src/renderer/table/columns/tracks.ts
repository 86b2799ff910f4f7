import type { GridColumn } from './grid-column.ts';

export const tickPx = 30;
/** The first column begins where the text of bars does. */
const gutterPx = 10;
const chooserPx = 30;
/** The window zooms as a whole. */
const remPx = 16;

/** Widths are CSS lengths. */
interface Tracks {
  /** Ticks, columns, room for the chooser. */
  readonly template: string;
  readonly minWidth: string;
  /** Before the first column. */
  readonly gutterPx: number;
  /** The left edges of columns that stay during sideways scrolling. */
  readonly lefts: readonly string[];
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
 * Lays out columns. The first that names its row stays in sight, with ticks and dot, unless they take half the table.
 *
 * @param tableWidthPx in sight
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
