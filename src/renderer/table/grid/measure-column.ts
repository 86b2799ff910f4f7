/** Of both sides, and a pixel for rounding. */
const paddingPx = 13;

/**
 * The width of a column's drawn cells and heading.
 *
 * @param grid with role `grid`
 * @returns CSS pixels with padding
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
