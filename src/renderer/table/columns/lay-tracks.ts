import type { Columns } from './columns.svelte.ts';
import { type GridColumn, type GridCell, fitColumns } from './grid-column.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';

export const tickPx = 30;
/** Without ticks the first column begins where the text of the bars above the table does. */
const gutterPx = 10;
/** Room for the button of the column chooser, or the count of hidden columns on it. */
const chooserPx = 30;

/** The columns that are drawn, and the grid that they stand on. */
interface Tracks<Row> {
  readonly columns: readonly GridColumn<Row>[];
  /** For `grid-template-columns`: ticks where there are any, columns, room for the chooser. */
  readonly template: string;
  /** The least width of the whole table. */
  readonly minPx: number;
  /** The free space before the first column, in CSS pixels. */
  readonly gutterPx: number;
  /** Columns of the layout that do not fit, by key. */
  readonly hidden: ReadonlySet<string>;
  /** Where each pinned column stays, in CSS pixels from the left of the table, by key. */
  readonly pinnedPx: ReadonlyMap<string, number>;
}

/** Facts about the columns, from their rows. */
interface TrackHints<Row> {
  /** How wide columns must be for their rows, in CSS pixels by key. */
  readonly neededPx?: ReadonlyMap<string, number>;
  /** How important each is now; those with the lowest value are left out first. */
  readonly priorityOf?: (column: GridColumn<Row>) => number;
  /** Some of the rows, such as the first ones: columns that are empty in all of them are left out. */
  readonly rows?: readonly Row[];
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
  { neededPx = new Map(), priorityOf = ({ priority }) => priority, rows = [] }: TrackHints<Row> = {},
): Tracks<Row> {
  const besidePx = (hasTicks ? tickPx : gutterPx) + chooserPx;
  const roomPx = widthPx - besidePx;
  const mayHide = ({ key }: GridColumn<Row>): boolean => columns.isSpare(key);
  const isEmpty = (column: GridColumn<Row>): boolean => rows.length > 0 && column.isEmptyIn?.(rows) === true;
  const laidOut = columns.laidOut.filter((column) => !(mayHide(column) && isEmpty(column)));
  const fitted = fitColumns(laidOut, roomPx, mayHide, priorityOf);
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
      `minmax(${chooserPx}px, auto)`,
    ].join(' '),
    minPx: fitted.reduce((sum, column) => sum + column.minPx, besidePx),
    gutterPx: hasTicks ? 0 : gutterPx,
    hidden: new Set(laidOut.filter((column) => !fitted.includes(column)).map(({ key }) => key)),
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

/** Columns with this priority or more say which row it is, and stay, whatever they show. */
const mainPriority = 99;
const isMain = ({ priority }: GridColumn<never>): boolean => priority >= mainPriority;

/**
 * Returns how important a column is now. Those that the rows are sorted or filtered by stay in sight longest, and
 * those that show the same in each of the rows give way first.
 *
 * @param rows some of the rows, such as the first ones
 */
export function rankColumns<Row>(
  columns: readonly GridColumn<Row>[],
  rows: readonly Row[],
  by: { readonly sort: readonly SortKey[]; readonly filterKeys: ReadonlySet<string> },
): (column: GridColumn<Row>) => number {
  const isUsed = ({ sortField, filter }: GridColumn<Row>): boolean =>
    by.sort.some(({ field }) => field === sortField) || (filter !== undefined && by.filterKeys.has(filter.key));
  const isSame = (column: GridColumn<Row>): boolean => {
    const [first, ...others] = rows.map((row) => column.cell(row).text);
    return others.length > 0 && others.every((text) => text === first);
  };
  const ranks = new Map(
    columns.map((column) => {
      const { key, priority } = column;
      if (isUsed(column)) return [key, priority + 1000] as const;
      return [key, !isMain(column) && isSame(column) ? priority - 1000 : priority] as const;
    }),
  );
  return ({ key, priority }) => ranks.get(key) ?? priority;
}
