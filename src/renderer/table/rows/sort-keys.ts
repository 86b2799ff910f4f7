import type { SortKey } from '../../../shared/filter/query-term.ts';

/**
 * The order after a click on a heading: ascending, then descending, then the order as received.
 * With `isAdded` (Shift) the other keys stay.
 *
 * @param fields the fields of the column; the first one decides
 * @param isHighFirst whether it begins with descending
 */
export function nextSort(
  sort: readonly SortKey[],
  fields: readonly string[],
  isAdded: boolean,
  isHighFirst = false,
): readonly SortKey[] {
  const present = sort.find((key) => key.field === fields[0]);
  const isLast = present !== undefined && present.isDescending !== isHighFirst;
  if (isLast) return isAdded ? withoutFields(sort, fields) : [];
  return sortBy(sort, fields, (present !== undefined) !== isHighFirst, isAdded);
}

/** An order by the fields of a column; with `isAdded` the other keys stay and keep their place. */
export function sortBy(
  sort: readonly SortKey[],
  fields: readonly string[],
  isDescending: boolean,
  isAdded: boolean,
): readonly SortKey[] {
  const keys = fields.map((field) => ({ field, isDescending }));
  if (!isAdded) return keys;
  const at = sort.findIndex((key) => key.field === fields[0]);
  const others = withoutFields(sort, fields);
  return at < 0 ? [...others, ...keys] : others.toSpliced(at, 0, ...keys);
}

const withoutFields = (sort: readonly SortKey[], fields: readonly string[]): readonly SortKey[] =>
  sort.filter((key) => !fields.includes(key.field));
