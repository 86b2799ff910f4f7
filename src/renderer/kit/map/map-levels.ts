/** Parts of the largest value at which a stronger color begins. */
const parts = [0.05, 0.2, 0.4];

/** One color of a map: the values from `from` to before the next level. */
interface MapLevel {
  readonly from: number;
  /** 1 to 4, weakest first. */
  readonly strength: number;
}

/**
 * Divides counts into at most four levels that begin at round numbers.
 *
 * @returns lowest first; none if every count is 0
 */
export function levelsOf(counts: Iterable<number>): readonly MapLevel[] {
  let most = 0;
  for (const count of counts) most = Math.max(most, count);
  if (most <= 0) return [];
  const starts = [1, ...parts.map((part) => roundDown(most * part))];
  const distinct = [...new Set(starts)].filter((start) => start >= 1);
  // The highest level is always the strongest color.
  return distinct.map((from, at) => ({ from, strength: 4 - (distinct.length - 1 - at) }));
}

/** The strength of the color of a count; 0: none. */
export const strengthOf = (levels: readonly MapLevel[], count: number): number =>
  levels.findLast(({ from }) => count >= from)?.strength ?? 0;

/** The next lower number that begins with 1, 2 or 5 and ends with zeros; below 1 it is 0. */
function roundDown(value: number): number {
  if (value < 1) return 0;
  const unit = 10 ** Math.floor(Math.log10(value));
  return ([5, 2, 1].find((digit) => digit * unit <= value) ?? 1) * unit;
}
