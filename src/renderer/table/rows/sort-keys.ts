import type { SortKey } from '../../../shared/query-term.ts';

/**
 * The order after a click on a heading: ascending, then descending, then the
 * order as received. With `isAdded` (Shift) the other keys stay.
 */
export function nextSort(
  sort: readonly SortKey[],
  field: string,
  isAdded: boolean,
): readonly SortKey[] {
  const present = sort.find((key) => key.field === field);
  const next: SortKey[] =
    present === undefined
      ? [{ field, isDescending: false }]
      : present.isDescending
        ? []
        : [{ field, isDescending: true }];
  if (!isAdded) return next;
  if (present === undefined) return [...sort, ...next];
  return sort.flatMap((key) => (key.field === field ? next : [key]));
}
