/** Up to the next level. */
export interface MapLevel {
  readonly from: number;
  /** 1 to 4, weakest first. */
  readonly strength: number;
}

/** In percent: a few failures are normal. */
export const rateLevels: readonly MapLevel[] = [1, 5, 15, 40].map((from, at) => ({
  from,
  strength: at + 1,
}));

/**
 * Divides counts into up to four equally full levels.
 *
 * @returns lowest first; [] if all are 0
 */
export function levelsOf(counts: Iterable<number>): readonly MapLevel[] {
  const sorted = [...new Set(counts)].filter((count) => count > 0).toSorted((one, next) => one - next);
  const starts = [0, 0.25, 0.5, 0.75].flatMap((part) => sorted[Math.floor(sorted.length * part)] ?? []);
  const distinct = [...new Set(starts)];
  // The highest has the strongest color.
  return distinct.map((from, at) => ({ from, strength: 4 - (distinct.length - 1 - at) }));
}

/** Strength of a count's color; 0: none. */
export const strengthOf = (levels: readonly MapLevel[], count: number): number =>
  levels.findLast(({ from }) => count >= from)?.strength ?? 0;
