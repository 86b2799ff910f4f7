import type { RecordedSync } from '../../shared/records/change.ts';
import { addDays, localDay } from '../../shared/figures/days.ts';
import { countChanges } from './describe-change.ts';

/** The changes that the syncs of one day found. */
interface ChangeDay {
  /** `YYYY-MM-DD`, local. */
  readonly day: string;
  readonly count: number;
}

/**
 * The changes of each of the last days, the oldest first; days without a sync are there with none.
 *
 * @param today `YYYY-MM-DD`, the last of the days
 */
export function changesPerDay(syncs: readonly RecordedSync[], today: string, dayCount = 30): readonly ChangeDay[] {
  const counts = new Map<string, number>();
  for (const sync of syncs) {
    const day = localDay(sync.startedAt);
    counts.set(day, (counts.get(day) ?? 0) + countChanges(sync));
  }
  return Array.from({ length: dayCount }, (_, at) => {
    const day = addDays(today, at + 1 - dayCount);
    return { day, count: counts.get(day) ?? 0 };
  });
}
