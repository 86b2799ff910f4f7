import type { RowDetails } from '../../shared/export.ts';

/**
 * Names rows by place, `US New York 1`, `US New York 2`: with its number no name
 * comes twice. A call is a row that may still be refused, so numbers may have gaps.
 */
export function createRowNames(): (details: RowDetails) => string {
  const counts = new Map<string, number>();
  return ({ countryId, cityName, subdivisionName }) => {
    const place = [countryId, cityName ?? subdivisionName]
      .filter((part) => part !== null)
      .join(' ');
    const label = place.replace(/[\p{C}\p{Z}]+/gu, ' ').trim() || 'Proxy';
    const number = (counts.get(label) ?? 0) + 1;
    counts.set(label, number);
    return `${label} ${String(number)}`;
  };
}
