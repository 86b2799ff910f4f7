import type { RowDetails } from '../../shared/export.ts';

/**
 * Names rows by place: `US New York 1`, `US New York 2`. The number makes names unique; it
 * may have gaps, because a named row can still be refused. A label comes first,
 * `shop US New York 1`; such names differ in letters and digits alone.
 */
export function createRowNames(): (details: RowDetails, label?: string) => string {
  const counts = new Map<string, number>();
  return ({ countryId, cityName, subdivisionName }, label) => {
    const place = [label ?? null, countryId, cityName ?? subdivisionName]
      .filter((part) => part !== null)
      .join(' ');
    const name = place.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() || 'Proxy';
    // A format may replace other characters with dashes, and labels often differ in one of them.
    const counted = label === undefined ? name : name.replace(/[^\p{L}\p{N}]+/gu, '-');
    const number = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, number);
    return `${name} ${String(number)}`;
  };
}
