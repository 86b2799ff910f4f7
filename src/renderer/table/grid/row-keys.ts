/**
 * Returns what to subtract from row indexes for keys, given the drawn range. After a jump rows reuse elements: creating
 * them is several times slower.
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
