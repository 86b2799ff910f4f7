import { parseQuery } from '../../../shared/filter/query.ts';
import type { ListName } from '../../../shared/lists.ts';
import { isSecretText } from '../../../shared/records/secret-field.ts';

/**
 * Whether the window may store a filter. People paste proxy lines to find a proxy, and what is stored stays in files of
 * the profile: a text with the shape of credentials is not stored, and neither are words that find nothing, as a
 * password does.
 *
 * @param foundCount how many rows it finds; null: not counted yet
 */
export function mayRemember(list: ListName, text: string, foundCount: number | null): boolean {
  if (isSecretText(text)) return false;
  const parsed = parseQuery(text, list);
  const hasWords = parsed.ok && parsed.query.terms.some(({ key }) => key === null);
  return !hasWords || (foundCount !== null && foundCount > 0);
}
