/**
 * Returns a function that gives the number to subtract from a row's index to get its key,
 * when `first` to before `end` are drawn. After a jump every row is another one; the keys
 * let them reuse the elements of the rows before, because creating elements is several
 * times slower than writing into them.
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
