import type { RowGroups } from '../../shared/filter/query-term.ts';

export const groupOrders = [
  ['worst', 'Worst first'],
  ['largest', 'Largest first'],
] as const;
export type GroupOrder = (typeof groupOrders)[number][0];

type Group = RowGroups['groups'][number];

/** By share of working proxies, then size; or by size. */
export function sortGroups<G extends Pick<Group, 'count' | 'works'>>(
  groups: readonly G[],
  order: GroupOrder,
): readonly G[] {
  const shareOf = ({ count, works }: G): number => works / Math.max(1, count);
  return groups.toSorted(
    (one, other) => (order === 'worst' ? shareOf(one) - shareOf(other) : 0) || other.count - one.count,
  );
}
