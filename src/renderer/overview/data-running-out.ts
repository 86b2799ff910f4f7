import type { EndingServices } from '../../shared/figures/costs.ts';
import type { DataLeft } from '../../shared/figures/overview.ts';

/** Data that runs out on one day. */
interface ComingEnd {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly kind: DataLeft['kind'];
}

/**
 * The data that runs out within a stretch at its present pace, the nearest first. If it should have run out before, it
 * counts for the first day, as in the list of problems.
 */
export function dataRunningOut(
  data: readonly DataLeft[],
  { first, last }: Pick<EndingServices, 'first' | 'last'>,
): readonly ComingEnd[] {
  return data
    .flatMap(({ kind, lastsUntil }): ComingEnd[] =>
      lastsUntil === null || lastsUntil > last ? [] : [{ kind, day: lastsUntil < first ? first : lastsUntil }],
    )
    .toSorted((one, other) => one.day.localeCompare(other.day));
}
