import { createContext } from 'svelte';

/**
 * Arithmetic of a list taller than a browser may draw. Up to `maxInnerPx` the
 * scroll bar is the truth; beyond that small moves go 1:1 and long ones through
 * a ratio, so that every row can be reached (browsers cap heights in device pixels).
 */
export const maxInnerPx = 8_000_000;

/** Moves of more than this many viewports are jumps of the scroll bar. */
const jumpViewports = 3;

interface ScrollExtent {
  readonly rowCount: number;
  readonly rowPx: number;
  readonly viewportPx: number;
}

/** Height of all rows, in the list's own pixels. */
const virtualPx = ({ rowCount, rowPx }: ScrollExtent): number => rowCount * rowPx;

/** Height that the browser is asked to draw. */
export const innerPx = (extent: ScrollExtent): number => Math.min(virtualPx(extent), maxInnerPx);

/** The furthest the top of the viewport may be from the first row. */
export const maxTopPx = (extent: ScrollExtent): number => Math.max(0, virtualPx(extent) - extent.viewportPx);

const maxScrollPx = (extent: ScrollExtent): number => Math.max(0, innerPx(extent) - extent.viewportPx);

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** Where the scroll bar stands when the viewport begins at `topPx`. */
export function scrollForTop(topPx: number, extent: ScrollExtent): number {
  const top = clamp(topPx, maxTopPx(extent));
  return maxTopPx(extent) === 0 ? 0 : (top / maxTopPx(extent)) * maxScrollPx(extent);
}

/**
 * Where the viewport begins after the scroll bar moved.
 *
 * @param topPx where it began before
 */
export function topAfterScroll(topPx: number, fromScrollPx: number, toScrollPx: number, extent: ScrollExtent): number {
  const maxScroll = maxScrollPx(extent);
  const maxTop = maxTopPx(extent);
  if (maxScroll === maxTop) return clamp(toScrollPx, maxTop);
  if (toScrollPx <= 0) return 0;
  if (toScrollPx >= maxScroll - 1) return maxTop;
  const moved = toScrollPx - fromScrollPx;
  const isJump = Math.abs(moved) > jumpViewports * extent.viewportPx;
  return clamp(isJump ? (toScrollPx / maxScroll) * maxTop : topPx + moved, maxTop);
}

/** Where the viewport must begin so that a row is seen whole, moving as little as possible. */
export function topToReveal(rowIndex: number, topPx: number, extent: ScrollExtent): number {
  const rowTop = rowIndex * extent.rowPx;
  if (rowTop < topPx) return rowTop;
  const needed = rowTop + extent.rowPx - extent.viewportPx;
  return clamp(Math.max(topPx, needed), maxTopPx(extent));
}

/** First row to draw and the one after the last, a few more than are seen. */
export function drawnRows(topPx: number, extent: ScrollExtent, spareRows: number): { first: number; end: number } {
  const first = Math.max(0, Math.floor(topPx / extent.rowPx) - spareRows);
  const end = Math.ceil((topPx + extent.viewportPx) / extent.rowPx) + spareRows;
  return { first, end: Math.min(extent.rowCount, end) };
}

/** The height of a row in CSS pixels, for every table below the component that sets it. */
export const [getRowHeight, setRowHeight] = createContext<() => number>();

/** Height of a row and of the headings, as `--row` of the tokens has it for each density. */
export const rowHeights = { comfortable: 30, compact: 24 } as const;
/** Once scrolling has paused this long, the scroll bar goes to where the rows are. */
const settleMs = 150;

/** A row more for every few pixels beyond the edge: there is little room below a maximized window's table. */
const beyondFactor = 6;

/** While rows are on their way, those that are here stay in sight for so long. */
const holdMs = 90;

/** Which rows of a table are in sight; see `maxInnerPx` for what a scroll bar can't tell. */
export class GridScroll {
  /** The box that scrolls, and its inner size in CSS pixels: bound by the table. */
  box = $state<Pick<HTMLElement, 'scrollTop'>>();
  heightPx = $state(0);
  widthPx = $state(0);
  topPx = $state(0);
  scrollPx = $state(0);
  /** The headings cover the top, and a floating bar may cover the bottom. */
  readonly viewportPx = $derived.by(() => Math.max(0, this.heightPx - this.rowPx - this.#coveredPx()));
  readonly #count: () => number | null;
  readonly #areHere: (first: number, end: number) => boolean;
  readonly #coveredPx: () => number;
  readonly #rowPx: () => number;
  /** Where the rows begin that stay in sight; null: where the scroll bar says. */
  #heldPx = $state<number | null>(null);
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  /** As many rows as fit while their number is not known. */
  readonly extent = $derived.by<ScrollExtent>(() => ({
    rowCount: this.#count() ?? Math.ceil(this.viewportPx / this.rowPx),
    rowPx: this.rowPx,
    viewportPx: this.viewportPx,
  }));
  readonly #viewPx = $derived(this.#heldPx ?? this.topPx);
  /** Whether the scroll bar is being dragged: rows above and below are gone before they are seen. */
  #isDragged = $state(false);
  /** Rows under a floating bar are drawn too. */
  readonly #spareRows = $derived.by(() => (this.#isDragged ? 1 : 6) + Math.ceil(this.#coveredPx() / this.rowPx));
  readonly drawn = $derived(drawnRows(this.#viewPx, this.extent, this.#spareRows));
  /** The rows at the place where the scroll bar is. */
  readonly wanted = $derived(drawnRows(this.topPx, this.extent, this.#spareRows));
  #settleTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param count how many rows there are; null: not known yet
   * @param areHere whether all rows from one index to before another have been fetched
   * @param coveredPx height at the bottom that a floating bar covers
   * @param rowPx height of a row; the place stays at the row that was on top when it changes
   */
  constructor(
    count: () => number | null,
    areHere: (first: number, end: number) => boolean,
    coveredPx: () => number = () => 0,
    rowPx: () => number = () => rowHeights.comfortable,
  ) {
    this.#rowPx = rowPx;
    this.#count = count;
    this.#areHere = areHere;
    this.#coveredPx = coveredPx;
  }

  get rowPx(): number {
    return this.#rowPx();
  }

  /** How many rows a page of the keyboard is. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.viewportPx / this.rowPx) - 1);
  }

  /** Where the drawn rows begin, in pixels of the box. */
  get drawnPx(): number {
    return this.scrollPx - this.#viewPx + this.drawn.first * this.rowPx;
  }

  /**
   * The index of the row at a height below the headings in CSS pixels. Beyond the rows in sight it is
   * that of one out of sight, the farther the more pixels it is: that is how fast a drag scrolls.
   */
  indexAt(px: number): number {
    const beyondPx = px < 0 ? px : Math.max(0, px - this.viewportPx);
    return Math.floor((this.topPx + px + beyondPx * beyondFactor) / this.rowPx);
  }

  /** The box was scrolled. */
  follow(): void {
    if (!this.box) return;
    const { scrollTop } = this.box;
    const top = topAfterScroll(this.topPx, this.scrollPx, scrollTop, this.extent);
    this.#isDragged ||= Math.abs(top - this.topPx) > this.viewportPx;
    this.#moveTo(top);
    this.scrollPx = scrollTop;
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => {
      this.#settleTimer = undefined;
      this.#isDragged = false;
      this.#placeAt(this.topPx);
    }, settleMs);
  }

  /** Scrolls as little as possible so that a row is seen whole. */
  reveal(index: number): void {
    this.#placeAt(topToReveal(index, this.topPx, this.extent));
  }

  /** A bar covers more of the bottom now: a row that it would hide stays in sight. */
  keepInSight(index: number, grownPx: number): void {
    const endPx = (index + 1) * this.rowPx;
    const isSeen = index * this.rowPx >= this.topPx - this.rowPx && endPx <= this.topPx + this.viewportPx + grownPx;
    if (index >= 0 && isSeen) this.reveal(index);
  }

  /**
   * A page of rows has come. While the bar is dragged it is of a place that was passed
   * already, and still tells more than blank rows.
   */
  takeRows(firstRow: number): void {
    const isMoving = this.#settleTimer !== undefined;
    if (this.#heldPx === null && !isMoving) return;
    const landedPx = Math.min(firstRow * this.rowPx, maxTopPx(this.extent));
    if (this.#isHere(this.topPx)) this.#release();
    else if (this.#isHere(landedPx)) this.#hold(landedPx);
  }

  /** Scrolls to a distance from the top. */
  toPlace(topPx: number): void {
    this.#placeAt(Math.min(topPx, maxTopPx(this.extent)));
  }

  toTop(): void {
    this.#release();
    if (!this.box) return;
    this.box.scrollTop = 0;
    this.topPx = 0;
    this.scrollPx = 0;
  }

  /** Moves the scroll bar to the position of the rows; in a short list it is there already. */
  #placeAt(top: number): void {
    if (!this.box) return;
    this.#moveTo(top);
    const wanted = scrollForTop(top, this.extent);
    if (Math.abs(wanted - this.box.scrollTop) >= 1) this.box.scrollTop = wanted;
    this.scrollPx = this.box.scrollTop;
  }

  /** Goes to a place; rows that are in sight stay there until those of the place are here. */
  #moveTo(top: number): void {
    const before = this.#viewPx;
    this.topPx = top;
    if (this.#isHere(top)) this.#release();
    else if (this.#heldPx === null && top !== before && this.#isHere(before)) this.#hold(before);
  }

  #isHere(top: number): boolean {
    const { first, end } = drawnRows(top, this.extent, 0);
    return this.#areHere(first, end);
  }

  #hold(top: number): void {
    this.#heldPx = top;
    clearTimeout(this.#holdTimer);
    this.#holdTimer = setTimeout(() => {
      this.#heldPx = null;
    }, holdMs);
  }

  #release(): void {
    clearTimeout(this.#holdTimer);
    this.#heldPx = null;
  }
}
