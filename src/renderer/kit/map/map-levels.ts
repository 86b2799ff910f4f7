/** One color of a map: the values from `from` to before the next level. */
export interface MapLevel {
  readonly from: number;
  /** 1 to 4, weakest first. */
  readonly strength: number;
}

/** Levels of rates in percent: a few that fail are normal, a half is not. */
export const rateLevels: readonly MapLevel[] = [1, 5, 15, 40].map((from, at) => ({
  from,
  strength: at + 1,
}));

/**
 * Divides counts into at most four levels that have about as many counts each, so that a map tells countries of a
 * similar size apart.
 *
 * @returns lowest first; none if every count is 0
 */
export function levelsOf(counts: Iterable<number>): readonly MapLevel[] {
  const sorted = [...new Set(counts)].filter((count) => count > 0).toSorted((one, next) => one - next);
  const starts = [0, 0.25, 0.5, 0.75].flatMap((part) => sorted[Math.floor(sorted.length * part)] ?? []);
  const distinct = [...new Set(starts)];
  // The highest level is always the strongest color.
  return distinct.map((from, at) => ({ from, strength: 4 - (distinct.length - 1 - at) }));
}

/** The strength of the color of a count; 0: none. */
export const strengthOf = (levels: readonly MapLevel[], count: number): number =>
  levels.findLast(({ from }) => count >= from)?.strength ?? 0;
