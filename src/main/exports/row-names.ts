import type { RowDetails } from '../../shared/export.ts';

/**
 * Names rows by place, `US New York 1`, `US New York 2`: with its number no name
 * comes twice. A call is a row that may still be refused, so numbers may have gaps. A
 * label comes first, `shop US New York 1`; such names differ by letters and digits alone.
 */
export function createRowNames(): (details: RowDetails, label?: string) => string {
  const counts = new Map<string, number>();
  return ({ countryId, cityName, subdivisionName }, label) => {
    const place = [label ?? null, countryId, cityName ?? subdivisionName]
      .filter((part) => part !== null)
      .join(' ');
    const name = place.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() || 'Proxy';
    // A format may write all else as a dash, and labels often differ by a mark alone.
    const counted = label === undefined ? name : name.replace(/[^\p{L}\p{N}]+/gu, '-');
    const number = (counts.get(counted) ?? 0) + 1;
    counts.set(counted, number);
    return `${name} ${String(number)}`;
  };
}
