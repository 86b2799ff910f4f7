import { longestText } from './clean.ts';

/** Below `longestAnswer`, for the other fields. */
const longestRows = 40_000;

/**
 * The first rows that fit, at least one, and how to get the others.
 *
 * @param page rows from `offset` of `total`
 */
export function fitRows<Row>(
  page: readonly Row[],
  { total, offset }: { readonly total: number; readonly offset: number },
): { readonly rows: readonly Row[]; readonly next_offset: number | null; readonly rows_left: number } {
  let left = longestRows;
  const end = page.findIndex((row) => {
    left -= JSON.stringify(row, asShown).length + 1;
    return left < 0;
  });
  const rows = end === -1 ? page : page.slice(0, Math.max(end, 1));
  const next = offset + rows.length;
  const hasMore = rows.length > 0 && next < total;
  return { rows, next_offset: hasMore ? next : null, rows_left: hasMore ? total - next : 0 };
}

/** As long as `cleanAnswer` leaves it. */
const asShown = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : typeof value === 'string' ? value.slice(0, longestText) : value;
