import type { ExportRow } from '../format.ts';

/**
 * Refuses credentials that documents can't hold everywhere: control characters
 * and line breaks of any kind, which some readers change or end a line at, and
 * what is no character of Unicode.
 */
export function refuseControls({ username, password }: ExportRow): string | undefined {
  return /[\p{Cc}\p{Cs}\u2028\u2029\ufeff\ufffe\uffff]/u.test(username + password)
    ? 'a user name or password holds a control character or a line break, which this form cannot carry; the URL forms can'
    : undefined;
}
