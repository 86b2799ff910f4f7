import { findTyped } from './query-caret.ts';
import { findKey, isCode, queryKeys, type QueryKey, type QueryKeyKind } from './query-keys.ts';
import type { ListName } from '../lists.ts';
import { parseQuery } from './query.ts';

/**
 * Whether the term at the caret is still being typed, so that applying it would only blank
 * the list for a moment: the beginning of a key, a key or a comparison without its value, the
 * beginning of a flag, date or block, or an open quote. False if a mistake before the term needs
 * attention first.
 */
export function isUnfinished(text: string, caret: number, list: ListName): boolean {
  const { key, typed, start, end, termStart, isQuoteOpen } = findTyped(text, caret);
  if (!parseQuery(text.slice(0, termStart), list).ok) return false;
  if (isQuoteOpen) return true;
  const part = text.slice(start, end);
  if (key !== null) {
    const row = findKey(list, key);
    if (row === undefined) return false;
    if (/^(=|[<>]=?)?$/.test(part)) return true;
    return !parseQuery(`${key}:${part}`, list).ok && beginsValue[row.kind]?.(part, row) === true;
  }
  if (text.slice(termStart, end) === '-') return true;
  const prefix = typed.toLowerCase();
  const keys = Object.keys(queryKeys[list]);
  return (
    prefix !== '' && prefix === part.toLowerCase() && keys.some((name) => name.startsWith(prefix))
  );
}

/**
 * Whether the term at the caret has a code, of which nobody but its suggestions can tell whether
 * it is complete (`Completion.isBeginning`). False if a mistake before the term needs attention first.
 */
export function awaitsSuggestions(text: string, caret: number, list: ListName): boolean {
  const { key, typed, termStart } = findTyped(text, caret);
  const row = key === null ? undefined : findKey(list, key);
  if (row === undefined || typed === '' || !isCode(row)) return false;
  return parseQuery(text.slice(0, termStart), list).ok;
}

/** Whether a value that is not valid may become valid by typing on. */
const beginsValue: {
  readonly [K in QueryKeyKind]?: (part: string, row: QueryKey) => boolean;
} = {
  flag: (part) =>
    ['yes', 'no', 'true', 'false'].some((flag) => flag.startsWith(part.toLowerCase())),
  choice: (part, { values = [] }) => values.some((value) => value.startsWith(part.toLowerCase())),
  number: (part) => /^[<>=]*-?(\d+\.?)?$/.test(part),
  datetime(part) {
    const bound = part.replace(/^.*\.\./, '').replace(/^[<>]=?/, '');
    const date = bound + '0000-00-00T00:00:00'.slice(bound.length);
    return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/.test(date) || /^\d{1,6}mi?$/i.test(bound);
  },
  address: (part) => /^[\da-f:.]+\/$/i.test(part),
};
