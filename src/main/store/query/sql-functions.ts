import type { Database } from 'better-sqlite3';
import { isWithinBlock } from '../records/ip-address.ts';

/** Lower case for comparing, the same in SQL and in what SQL is compared with. */
export function fold(text: string): string {
  return text.toLowerCase();
}

/**
 * SQL for the lower-case form of a column that is compared with a text: SQLite's own, which
 * knows ASCII only and is several times faster, unless the text has other letters.
 */
export const foldedFor = (column: string, text: string): string =>
  isAscii(text) ? `lower(${column})` : `fold(${column})`;

/** Whether a text has nothing but ASCII. */
export const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

/** Teaches a connection the functions that conditions use: `fold(text)` and `is_within(block, block)`. */
export function registerFunctions(db: Database): void {
  const options = { deterministic: true };
  db.function('fold', options, (value: unknown) =>
    typeof value === 'string' ? fold(value) : null,
  );
  db.function('is_within', options, (inner: unknown, outer: unknown) =>
    typeof inner === 'string' &&
    typeof outer === 'string' &&
    inner.includes(':') === outer.includes(':')
      ? Number(isWithinBlock(inner, outer))
      : 0,
  );
}
