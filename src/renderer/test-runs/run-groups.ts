import { formatTerm } from '../../shared/filter/query-edit.ts';
import type { RowGroups } from '../../shared/filter/query-term.ts';
import type { GroupKey } from '../account/test-runs.svelte.ts';

export const groupTitles: { readonly [K in GroupKey]: string } = {
  network: 'By network',
  subnet: 'By subnet',
  service: 'By service',
  city: 'By city',
  country: 'By country',
};

/** The term that finds a group. */
export const termOfGroup = (key: GroupKey, value: string): { readonly [key: string]: string } => ({
  [key]: formatTerm(key, [value], key === 'city' || key === 'network' || key === 'service').slice(key.length + 1),
});

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
