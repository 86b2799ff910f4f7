import { createContext } from 'svelte';

/**
 * Browsers cap heights. Up to `maxInnerPx` the scroll bar is exact; beyond, small moves go 1:1 and long ones by a
 * ratio, so that every row can be reached.
 */
export const maxInnerPx = 8_000_000;

/** Longer moves, in viewports, are jumps. */
const jumpViewports = 3;

interface ScrollExtent {
  readonly rowCount: number;
  readonly rowPx: number;
  readonly viewportPx: number;
}

const virtualPx = ({ rowCount, rowPx }: ScrollExtent): number => rowCount * rowPx;

export const innerPx = (extent: ScrollExtent): number => Math.min(virtualPx(extent), maxInnerPx);

export const maxTopPx = (extent: ScrollExtent): number => Math.max(0, virtualPx(extent) - extent.viewportPx);

const maxScrollPx = (extent: ScrollExtent): number => Math.max(0, innerPx(extent) - extent.viewportPx);

const clamp = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

export function scrollForTop(topPx: number, extent: ScrollExtent): number {
  const top = clamp(topPx, maxTopPx(extent));
  return maxTopPx(extent) === 0 ? 0 : (top / maxTopPx(extent)) * maxScrollPx(extent);
}

/** @param topPx before the scroll */
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

/** The least move that shows a whole row. */
export function topToReveal(rowIndex: number, topPx: number, extent: ScrollExtent): number {
  const rowTop = rowIndex * extent.rowPx;
  if (rowTop < topPx) return rowTop;
  const needed = rowTop + extent.rowPx - extent.viewportPx;
  return clamp(Math.max(topPx, needed), maxTopPx(extent));
}

/** The range to draw, with spare rows; `end` is exclusive. */
export function drawnRows(topPx: number, extent: ScrollExtent, spareRows: number): { first: number; end: number } {
  const first = Math.max(0, Math.floor(topPx / extent.rowPx) - spareRows);
  const end = Math.ceil((topPx + extent.viewportPx) / extent.rowPx) + spareRows;
  return { first, end: Math.min(extent.rowCount, end) };
}

/** CSS pixels, for tables below the component that sets it. */
export const [getRowHeight, setRowHeight] = createContext<() => number>();

/** As `--row` of the tokens. */
export const rowHeights = { comfortable: 30, compact: 24 } as const;
/** Then the scroll bar goes to the rows' place. */
const settleMs = 150;

/** Pixels beyond the edge per extra row: a maximized window has few. */
const beyondFactor = 6;

/** Old rows stay so long while new ones come. */
const holdMs = 90;

/** Decides which rows are in sight; see `maxInnerPx`. */
export class GridScroll {
  /** Bound by the table; inner size in CSS pixels. */
  box = $state<Pick<HTMLElement, 'scrollTop'>>();
  heightPx = $state(0);
  widthPx = $state(0);
  topPx = $state(0);
  scrollPx = $state(0);
  /** Without headings. */
  readonly viewportPx = $derived.by(() => Math.max(0, this.heightPx - this.rowPx));
  readonly #count: () => number | null;
  readonly #areHere: (first: number, end: number) => boolean;
  readonly #rowPx: () => number;
  /** Null: where the scroll bar says. */
  #heldPx = $state<number | null>(null);
  #holdTimer: ReturnType<typeof setTimeout> | undefined;
  /** While the count is unknown, as many as fit. */
  readonly extent = $derived.by<ScrollExtent>(() => ({
    rowCount: this.#count() ?? Math.ceil(this.viewportPx / this.rowPx),
    rowPx: this.rowPx,
    viewportPx: this.viewportPx,
  }));
  readonly #viewPx = $derived(this.#heldPx ?? this.topPx);
  /** Spare rows are useless then. */
  #isDragged = $state(false);
  readonly #spareRows = $derived(this.#isDragged ? 1 : 6);
  readonly drawn = $derived(drawnRows(this.#viewPx, this.extent, this.#spareRows));
  readonly wanted = $derived(drawnRows(this.topPx, this.extent, this.#spareRows));
  #settleTimer: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param count null: unknown
   * @param areHere whether a range of rows is loaded
   * @param rowPx the top row stays when it changes
   */
  constructor(
    count: () => number | null,
    areHere: (first: number, end: number) => boolean,
    rowPx: () => number = () => rowHeights.comfortable,
  ) {
    this.#rowPx = rowPx;
    this.#count = count;
    this.#areHere = areHere;
  }

  get rowPx(): number {
    return this.#rowPx();
  }

  get pageRows(): number {
    return Math.max(1, Math.floor(this.viewportPx / this.rowPx) - 1);
  }

  /** In pixels of the box. */
  get drawnPx(): number {
    return this.scrollPx - this.#viewPx + this.drawn.first * this.rowPx;
  }

  /** The row at a height in CSS pixels below the headings; beyond the edge ever farther rows, for the speed of a drag. */
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
      // On a busy machine the event of a later scroll may still be on its way.
      if (this.box && this.box.scrollTop !== this.scrollPx) {
        this.follow();
        return;
      }
      this.#settleTimer = undefined;
      this.#isDragged = false;
      this.#placeAt(this.topPx);
    }, settleMs);
  }

  reveal(index: number): void {
    this.#placeAt(topToReveal(index, this.topPx, this.extent));
  }

  /** Keeps a row in sight that a table which lost height would hide. */
  keepInSight(index: number, lostPx: number): void {
    const endPx = (index + 1) * this.rowPx;
    const isSeen = index * this.rowPx >= this.topPx - this.rowPx && endPx <= this.topPx + this.viewportPx + lostPx;
    if (index >= 0 && isSeen) this.reveal(index);
  }

  /** While dragging, rows of a passed place are better than blanks. */
  takeRows(firstRow: number): void {
    const isMoving = this.#settleTimer !== undefined;
    if (this.#heldPx === null && !isMoving) return;
    const landedPx = Math.min(firstRow * this.rowPx, maxTopPx(this.extent));
    if (this.#isHere(this.topPx)) this.#release();
    else if (this.#isHere(landedPx)) this.#hold(landedPx);
  }

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

  /** Moves the scroll bar to the rows' place. */
  #placeAt(top: number): void {
    if (!this.box) return;
    this.#moveTo(top);
    const wanted = scrollForTop(top, this.extent);
    if (Math.abs(wanted - this.box.scrollTop) >= 1) this.box.scrollTop = wanted;
    this.scrollPx = this.box.scrollTop;
  }

  /** Rows stay until new ones are loaded. */
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

/**
 * Returns the shift from row indexes to keys. After a jump rows reuse elements: creating them is several times slower.
 */
export function createRowKeys(): (first: number, end: number) => number {
  const drawn = { first: 0, end: 0 };
  let shift = 0;
  return (first, end) => {
    const isJump = first >= drawn.end || end <= drawn.first;
    if (isJump) shift += first - drawn.first;
    drawn.first = first;
    drawn.end = end;
    return shift;
  };
}
