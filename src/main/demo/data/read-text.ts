import type { JsonValue } from '../../../shared/json.ts';

/** An ID or a word as text; values that are neither text nor numbers become empty. */
export function readText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}
