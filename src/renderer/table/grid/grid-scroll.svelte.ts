import { drawnRows, maxTopPx, scrollForTop, topAfterScroll, topToReveal, type ScrollExtent } from './scroll-map.ts';

/** Height of a row and of the headings, as `--row` of the tokens has it for each density. */
export const rowHeights = { comfortable: 30, compact: 24 } as const;
/** Once scrolling has paused this long, the scroll bar goes to where the rows are. */
const settleMs = 150;

/** A row more for every few pixels beyond the edge: there is little room below a maximized window's table. */
const beyondFactor = 6;

/** While rows are on their way, those that are here stay in sight for so long. */
const holdMs = 90;

/** Which rows of a table are in sight; see scroll-map.ts for what a scroll bar can't tell. */
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
