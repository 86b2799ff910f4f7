import type { StoreContext } from './context.ts';
import type { ListWindow } from './contract.ts';
import { asksProfilesOnly } from './compile-query.ts';
import { isDense, sumCounts } from './profile-counts.ts';
import type { ListSource } from './list-source.ts';
import { compileOrder } from './sort.ts';

/** Rows of some profiles that stand together in the order of a list. */
export interface ProfileRun {
  readonly profileIds: readonly number[];
  /** How many rows they have, how many of them the window leaves out in front, and how many it takes. */
  readonly count: number;
  readonly offset: number;
  readonly limit: number;
  /** Whether so many rows are of them that finding the next is quicker than looking them up. */
  readonly isDense: boolean;
}

/**
 * Cuts a window of the proxies into runs of profiles, where filter and order ask for
 * nothing but the profile: the profiles are put in order, not the proxies, and what
 * lies in front of the window is counted, not read. Rows of a run are in the order
 * in which they were first received. Undefined: the window can't be had like this.
 */
export function findProfileRuns(
  { writer, profileCounts }: StoreContext,
  source: ListSource,
  { where, sort, offset, limit }: ListWindow,
): readonly ProfileRun[] | undefined {
  if (source.list !== 'proxies' || (where.terms.length === 0 && sort.length === 0))
    return undefined;
  if (
    !where.terms.every(asksProfilesOnly) ||
    !sort.every(({ field }) => isOfProfile(source, field))
  ) {
    return undefined;
  }
  const counts = new Map(profileCounts.matching(where).map(({ id, count }) => [id, count]));
  const total = sumCounts(profileCounts.all());
  const groups =
    sort.length === 0
      ? [[...counts.keys()]]
      : readGroups(
          writer.all(
            `SELECT profile.id, dense_rank() OVER (ORDER BY ${compileOrder(source, sort)}) AS place
             FROM profile ${source.profileJoins} ORDER BY place, profile.id`,
          ),
        );
  const runs: ProfileRun[] = [];
  let skipped = 0;
  let wanted = limit;
  for (const group of groups) {
    const profileIds = group.filter((id) => counts.has(id));
    const count = profileIds.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
    const first = Math.max(0, offset - skipped);
    skipped += count;
    if (first >= count) continue;
    const taken = Math.min(wanted, count - first);
    runs.push({
      profileIds,
      count,
      offset: first,
      limit: taken,
      isDense: isDense(count, total),
    });
    wanted -= taken;
    if (wanted <= 0) break;
  }
  return runs;
}

function readGroups(rows: readonly (readonly unknown[])[]): number[][] {
  const groups = new Map<unknown, number[]>();
  for (const [id, place] of rows) {
    const group = groups.get(place) ?? [];
    group.push(Number(id));
    groups.set(place, group);
  }
  return [...groups.values()];
}

function isOfProfile(source: ListSource, field: string): boolean {
  const table = source.expressions.get(field)?.sql.split('.')[0] ?? '';
  return source.profileTables.has(table);
}
