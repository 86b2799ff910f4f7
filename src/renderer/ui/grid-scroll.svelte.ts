import {
  drawnRows,
  scrollForTop,
  topAfterScroll,
  topToReveal,
  type ScrollExtent,
} from './scroll-map.ts';

/** Height of a row and of the headings, as `--row` of the tokens. */
export const rowPx = 30;
/** Once scrolling has paused this long, the scroll bar goes to where the rows are. */
const settleMs = 150;

/** Which rows of a table are in sight; see scroll-map.ts for what a scroll bar can't tell. */
export class GridScroll {
  /** The box that scrolls, and its inner size in CSS pixels: bound by the table. */
  box = $state<HTMLElement>();
  heightPx = $state(0);
  widthPx = $state(0);
  topPx = $state(0);
  scrollPx = $state(0);
  /** The headings stick to the top; the rows have what is left. */
  readonly viewportPx = $derived(Math.max(0, this.heightPx - rowPx));
  readonly #count: () => number | null;
  /** As many rows as fit while their number is not known. */
  readonly extent = $derived.by<ScrollExtent>(() => ({
    rowCount: this.#count() ?? Math.ceil(this.viewportPx / rowPx),
    rowPx,
    viewportPx: this.viewportPx,
  }));
  readonly drawn = $derived(drawnRows(this.topPx, this.extent));
  #settleTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param count how many rows there are; null: not known yet */
  constructor(count: () => number | null) {
    this.#count = count;
  }

  /** How many rows a page of the keyboard is. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.viewportPx / rowPx) - 1);
  }

  /** Where the drawn rows begin, in pixels of the box. */
  get drawnPx(): number {
    return this.scrollPx - this.topPx + this.drawn.first * rowPx;
  }

  /** The box was scrolled. */
  follow(): void {
    if (!this.box) return;
    this.topPx = topAfterScroll(this.topPx, this.scrollPx, this.box.scrollTop, this.extent);
    this.scrollPx = this.box.scrollTop;
    clearTimeout(this.#settleTimer);
    this.#settleTimer = setTimeout(() => {
      this.#placeAt(this.topPx);
    }, settleMs);
  }

  /** Scrolls as little as possible so that a row is seen whole. */
  reveal(index: number): void {
    this.#placeAt(topToReveal(index, this.topPx, this.extent));
  }

  toTop(): void {
    if (!this.box) return;
    this.box.scrollTop = 0;
    this.topPx = 0;
    this.scrollPx = 0;
  }

  /** Puts the scroll bar where the rows are; in a short list it stands there already. */
  #placeAt(top: number): void {
    if (!this.box) return;
    this.topPx = top;
    const wanted = scrollForTop(top, this.extent);
    if (Math.abs(wanted - this.box.scrollTop) >= 1) this.box.scrollTop = wanted;
    this.scrollPx = this.box.scrollTop;
  }
}
