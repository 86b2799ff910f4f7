/**
 * Arithmetic of a list taller than a browser may draw. Up to `maxInnerPx` the
 * scroll bar is the truth; beyond that small moves go 1:1 and long ones through
 * a ratio, so that every row can be reached (browsers cap heights in device pixels).
 */
export const maxInnerPx = 8_000_000;

/** Moves of more than this many viewports are jumps of the scroll bar. */
const jumpViewports = 3;

export interface ScrollExtent {
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
  const mostScroll = maxScrollPx(extent);
  const mostTop = maxTopPx(extent);
  if (mostScroll === mostTop) return clamp(toScrollPx, mostTop);
  if (toScrollPx <= 0) return 0;
  if (toScrollPx >= mostScroll - 1) return mostTop;
  const moved = toScrollPx - fromScrollPx;
  const isJump = Math.abs(moved) > jumpViewports * extent.viewportPx;
  return clamp(isJump ? (toScrollPx / mostScroll) * mostTop : topPx + moved, mostTop);
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
