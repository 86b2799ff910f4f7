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

/** Facts about the columns, from their rows. */
interface TrackHints<Row> {
  /** How wide columns must be for their rows, in CSS pixels by key. */
  readonly neededPx?: ReadonlyMap<string, number>;
  /** How important each is now; those with the lowest value are left out first. */
  readonly priorityOf?: (column: GridColumn<Row>) => number;
}

/**
 * Lays out as many columns as a width has room for; those that the user arranged stay. If there is room for
 * what every column needs, none is cut. If the most important one that grows would be cut, the others give
 * what they do not need. Otherwise tracks stay as they are declared.
 */
export function layTracks<Row>(
  columns: Columns<Row>,
  widthPx: number,
  hasTicks: boolean,
  { neededPx = new Map(), priorityOf = ({ priority }) => priority }: TrackHints<Row> = {},
): Tracks<Row> {
  const besidePx = (hasTicks ? tickPx : gutterPx) + chooserPx;
  const { laidOut } = columns;
  const fitted = fitLayout(columns, widthPx - besidePx, priorityOf);
  const hiddenCount = laidOut.length - fitted.length;
  const roomPx = widthPx - besidePx - (hiddenCount > 0 ? hiddenCountPx - chooserPx : 0);
  const fullPx = ({ key, minPx }: GridColumn<Row>): number =>
    columns.isSized(key) ? minPx : Math.max(minPx, neededPx.get(key) ?? 0);
  const hasRoom = fitted.reduce((sum, column) => sum + fullPx(column), 0) <= roomPx;
  return {
    columns: fitted,
    template: [
      ...(hasTicks ? [`${tickPx}px`] : []),
      ...(hasRoom
        ? fitted.map((column) => trackOf(column, fullPx(column)))
        : isMainCut(fitted, roomPx, neededPx)
          ? shareRoom(columns, fitted, roomPx, neededPx)
          : fitted.map((column) => column.track)),
      `minmax(${hiddenCount > 0 ? hiddenCountPx : chooserPx}px, auto)`,
    ].join(' '),
    minPx: fitted.reduce((sum, column) => sum + column.minPx, besidePx),
    gutterPx: hasTicks ? 0 : gutterPx,
    hiddenCount,
    pinnedPx: placePinned(columns, fitted, hasTicks ? tickPx : 0),
  };
}

/** The declared track of a column, with another least width. */
const trackOf = <Row>({ grow, minPx, track }: GridColumn<Row>, leastPx: number): string =>
  leastPx === minPx ? track : grow === undefined ? `${leastPx}px` : `minmax(${leastPx}px, ${grow}fr)`;

/** Whether the most important column that grows is narrower than its rows need. */
function isMainCut<Row>(
  columns: readonly GridColumn<Row>[],
  roomPx: number,
  neededPx: ReadonlyMap<string, number>,
): boolean {
  let growing = columns.filter(({ grow = 0 }) => grow > 0);
  const [main] = growing.toSorted((one, other) => other.priority - one.priority);
  if (main === undefined) return false;
  // As the grid does it: a column whose part is less than its least width leaves the sharing.
  for (;;) {
    const fixedPx = columns.filter((column) => !growing.includes(column)).reduce((sum, { minPx }) => sum + minPx, 0);
    const parts = growing.reduce((sum, { grow = 0 }) => sum + grow, 0);
    const partPx = parts === 0 ? 0 : (roomPx - fixedPx) / parts;
    const rest = growing.filter(({ grow = 0, minPx }) => grow * partPx >= minPx);
    if (rest.length === growing.length) {
      const px = growing.includes(main) ? (main.grow ?? 0) * partPx : main.minPx;
      return px < (neededPx.get(main.key) ?? 0);
    }
    growing = rest;
  }
}

/**
 * The tracks of columns of which one would be cut. Columns that are wider than their rows give as much as is
 * missing, those that the user sized nothing. Columns that grow get what they need, the most important first.
 */
function shareRoom<Row>(
  columns: Columns<Row>,
  fitted: readonly GridColumn<Row>[],
  roomPx: number,
  neededPx: ReadonlyMap<string, number>,
): readonly string[] {
  const growing = fitted.filter(({ grow = 0 }) => grow > 0);
  const neededOf = ({ key, minPx }: GridColumn<Row>): number => Math.max(minPx, neededPx.get(key) ?? 0);
  const spareOf = ({ key, minPx, grow = 0 }: GridColumn<Row>): number =>
    grow > 0 || columns.isSized(key) ? 0 : Math.max(0, minPx - (neededPx.get(key) ?? minPx));
  const sum = (some: readonly GridColumn<Row>[], sizeOf: (column: GridColumn<Row>) => number) =>
    some.reduce((px, column) => px + sizeOf(column), 0);
  const leastPx = sum(fitted, ({ minPx }) => minPx);
  const missingPx = leastPx + sum(growing, (column) => neededOf(column) - column.minPx) - roomPx;
  const sparePx = sum(fitted, spareOf);
  const takenPx = Math.max(0, Math.min(missingPx, sparePx));

  let restPx = Math.max(0, roomPx - leastPx + takenPx);
  const tracks = new Map<string, string>();
  for (const column of growing.toSorted((one, other) => other.priority - one.priority)) {
    const addedPx = Math.min(restPx, neededOf(column) - column.minPx);
    restPx -= addedPx;
    tracks.set(column.key, `minmax(${Math.floor(column.minPx + addedPx)}px, ${neededOf(column)}fr)`);
  }
  return fitted.map((column) => {
    const spare = spareOf(column);
    const givenPx = spare === 0 ? 0 : (spare * takenPx) / sparePx;
    return tracks.get(column.key) ?? (givenPx === 0 ? column.track : `${Math.floor(column.minPx - givenPx)}px`);
  });
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
function fitLayout<Row>(
  columns: Columns<Row>,
  widthPx: number,
  priorityOf: (column: GridColumn<Row>) => number,
): readonly GridColumn<Row>[] {
  const { laidOut } = columns;
  const mayHide = ({ key }: GridColumn<Row>): boolean => columns.isSpare(key);
  const fitted = fitColumns(laidOut, widthPx, mayHide, priorityOf);
  return fitted.length === laidOut.length
    ? fitted
    : fitColumns(laidOut, widthPx - (hiddenCountPx - chooserPx), mayHide, priorityOf);
}
