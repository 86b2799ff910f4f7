import { longestText } from './clean.ts';

/** Characters that rows may take as JSON, less than `longestAnswer`: the rest of an answer has a few fields. */
const longestRows = 40_000;

/**
 * The first rows of a page that fit into an answer, at least one, and how to get the others.
 *
 * @param page its rows, which begin at `offset` of `total`
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

/** A value about as long as `cleanAnswer` leaves it. */
const asShown = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : typeof value === 'string' ? value.slice(0, longestText) : value;
