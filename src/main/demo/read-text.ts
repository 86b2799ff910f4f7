import type { JsonValue } from '../../shared/json.ts';

/** An id or a word as text; what is neither text nor a number counts as empty. */
export function readText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}
