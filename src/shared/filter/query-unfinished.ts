import { findTyped } from './query-caret.ts';
import { queryKeys } from './query-keys.ts';
import type { QueryList } from './query-term.ts';
import { parseQuery } from './query.ts';

/**
 * Whether the term at the caret is still being typed, so that applying it would only blank
 * the list for a moment: the beginning of a key, a key or a comparison without its value, or
 * an open quote. False if a mistake before the term needs attention first.
 */
export function isUnfinished(text: string, caret: number, list: QueryList): boolean {
  const { key, typed, start, end, termStart, isQuoteOpen } = findTyped(text, caret);
  if (!parseQuery(text.slice(0, termStart), list).ok) return false;
  if (isQuoteOpen) return true;
  const part = text.slice(start, end);
  const keys = Object.keys(queryKeys[list]);
  if (key !== null) return keys.includes(key) && /^(=|[<>]=?)?$/.test(part);
  if (text.slice(termStart, end) === '-') return true;
  const prefix = typed.toLowerCase();
  return (
    prefix !== '' && prefix === part.toLowerCase() && keys.some((name) => name.startsWith(prefix))
  );
}
