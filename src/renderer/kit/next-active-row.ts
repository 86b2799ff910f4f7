/** The row that a key moves to; undefined: the key does not move, or the list is empty. */
export function nextActiveRow(
  key: string,
  activeIndex: number,
  rowCount: number,
  pageRows: number,
): number | undefined {
  if (rowCount === 0) return undefined;
  const last = rowCount - 1;
  const within = (index: number): number => Math.min(Math.max(index, 0), last);
  switch (key) {
    case 'ArrowDown':
      return within(activeIndex + 1);
    case 'ArrowUp':
      return within(activeIndex - 1);
    case 'PageDown':
      return within(activeIndex + pageRows);
    case 'PageUp':
      return within(activeIndex - pageRows);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}
