import type { Database } from 'better-sqlite3';
import { formatUuid } from './column-form.ts';
import { formatIpv6, isWithinBlock, parseIpv6 } from './ip-address.ts';

/** Lower case for comparing, the same in SQL and in what SQL is compared with. */
export function fold(text: string): string {
  return text.toLowerCase();
}

/**
 * Teaches a connection the functions that conditions use:
 * `fold(text)`, `ipv6_text(stored)`, `ipv6_bytes(stored)`, `uuid_text(stored)`
 * and `is_within(block, block)`.
 */
export function registerFunctions(db: Database): void {
  const options = { deterministic: true };
  db.function('fold', options, (value: unknown) =>
    typeof value === 'string' ? fold(value) : null,
  );
  db.function('ipv6_text', options, (value: unknown) =>
    Buffer.isBuffer(value) ? formatIpv6(value) : typeof value === 'string' ? fold(value) : null,
  );
  db.function('ipv6_bytes', options, (value: unknown) =>
    typeof value === 'string' ? (parseIpv6(value) ?? null) : value,
  );
  db.function('uuid_text', options, (value: unknown) =>
    Buffer.isBuffer(value) ? formatUuid(value) : typeof value === 'string' ? fold(value) : null,
  );
  db.function('is_within', options, (inner: unknown, outer: unknown) =>
    typeof inner === 'string' &&
    typeof outer === 'string' &&
    inner.includes(':') === outer.includes(':')
      ? Number(isWithinBlock(inner, outer))
      : 0,
  );
}
