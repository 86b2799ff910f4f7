import type { ExportChoices } from '../../shared/exports/export.ts';

/** Whether two exports are the same, whatever the order of their fields. */
export const isSameChoices = (one: ExportChoices, other: ExportChoices): boolean =>
  JSON.stringify(order(one)) === JSON.stringify(order(other));

/** Sorts fields by name and drops empty ones. */
function order(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(order);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined && JSON.stringify(field) !== '{}')
    .map(([name, field]) => [name, order(field)] as const);
  return Object.fromEntries(fields.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
