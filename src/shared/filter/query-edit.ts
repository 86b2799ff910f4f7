import type { ListName } from '../lists.ts';
import { type QueryKey, type QueryKeyKind, findKey, isCode, queryKeys } from './query-keys.ts';
import type { ParsedQuery, QueryTerm, QueryValue } from './query-term.ts';
import { parseQuery } from './query.ts';

export interface TypedPart {
  /** Null: a bare word, which may become a key. */
  readonly key: string | null;
  /** Before the caret, without quotes. */
  readonly typed: string;
  /** The range to replace, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** UTF-16 units. */
  readonly termStart: number;
  readonly termEnd: number;
  readonly isQuoteOpen: boolean;
}

const keyPattern = /^-?([A-Za-z][A-Za-z0-9_]*):/;

/**
 * Finds the word or value at the caret; an open quote extends to the end.
 *
 * @param caret from 0 to the length of the text
 */
export function findTyped(text: string, caret: number): TypedPart {
  const bounds = findTerm(text, caret);
  if (bounds === undefined)
    return {
      key: null,
      typed: '',
      start: caret,
      end: caret,
      termStart: caret,
      termEnd: caret,
      isQuoteOpen: false,
    };
  const { start: termStart, end: termEnd, commas, isQuoteOpen } = bounds;
  const term = text.slice(termStart, termEnd);
  const key = keyPattern.exec(term);
  const signLength = term.startsWith('-') ? 1 : 0;
  if (key === null || caret < termStart + key[0].length) {
    const start = Math.min(termStart + signLength, caret);
    // After the caret, values stay.
    const end = key === null ? termEnd : termStart + key[0].length;
    const typed = unquote(text.slice(start, caret));
    return { key: null, typed, start, end, termStart, termEnd, isQuoteOpen };
  }
  const valuesStart = termStart + key[0].length;
  const start = Math.max(valuesStart, ...commas.filter((at) => at < caret).map((at) => at + 1));
  const end = Math.min(termEnd, ...commas.filter((at) => at >= caret));
  const name = (key[1] ?? '').toLowerCase();
  const typed = unquote(text.slice(start, caret));
  return { key: name, typed, start, end, termStart, termEnd, isQuoteOpen };
}

/** With the commas between its values. */
function findTerm(
  text: string,
  caret: number,
): { start: number; end: number; commas: readonly number[]; isQuoteOpen: boolean } | undefined {
  let start: number | null = null;
  let isQuoted = false;
  let commas: number[] = [];
  for (let at = 0; at <= text.length; at += 1) {
    const character = text.charAt(at);
    const isBetween = at === text.length || (!isQuoted && /\s/.test(character));
    if (isBetween) {
      if (start !== null && caret >= start && caret <= at) return { start, end: at, commas, isQuoteOpen: isQuoted };
      start = null;
      commas = [];
      continue;
    }
    start ??= at;
    if (isQuoted && character === '\\') at += 1;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ',' && !isQuoted) commas.push(at);
  }
  return undefined;
}

function unquote(typed: string): string {
  const bare = typed.replace(/^=/, '');
  return bare.startsWith('"') ? bare.slice(1).replace(/"$/, '').replace(/\\(.)/g, '$1') : bare;
}

/**
 * Why the term at the caret should not apply yet.
 *
 * `text`: it would blank the list: an unfinished key, comparison, flag, date, block or quote. `suggestions`: a code,
 * which only suggestions show as complete (`Completion.isBeginning`). Null: finished, or a mistake comes before it.
 */
export function waitsFor(text: string, caret: number, list: ListName): 'text' | 'suggestions' | null {
  const part = findTyped(text, caret);
  if (!parseQuery(text.slice(0, part.termStart), list).ok) return null;
  if (isUnfinished(text, part, list)) return 'text';
  const row = part.key === null ? undefined : findKey(list, part.key);
  return row !== undefined && part.typed !== '' && isCode(row) ? 'suggestions' : null;
}

function isUnfinished(
  text: string,
  { key, typed, start, end, termStart, isQuoteOpen }: TypedPart,
  list: ListName,
): boolean {
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
  return prefix !== '' && prefix === part.toLowerCase() && keys.some((name) => name.startsWith(prefix));
}

/**
 * Removes a bare word that a typed colon turned into a key.
 *
 * @param before the filter with the word
 * @returns null: the text came about otherwise
 */
export function removeWordBeforeColon(before: string, text: string): string | null {
  let at = 0;
  while (at < before.length && before.charAt(at) === text.charAt(at)) at += 1;
  const { key, termStart, termEnd } = findTyped(before, at);
  const word = before.slice(termStart, termEnd);
  if (key !== null || word === '' || !text.slice(termStart).startsWith(`${word}:`)) return null;
  return `${before.slice(0, termStart)}${before.slice(termEnd)}`.trim().replace(/\s+/g, ' ');
}

/** Whether typing on may make an invalid value valid. */
const beginsValue: {
  readonly [K in QueryKeyKind]?: (part: string, row: QueryKey) => boolean;
} = {
  flag: (part) => ['yes', 'no', 'true', 'false'].some((flag) => flag.startsWith(part.toLowerCase())),
  choice: (part, { values = [] }) => values.some((value) => value.startsWith(part.toLowerCase())),
  number: (part) => /^[<>=]*-?(\d+\.?)?$/.test(part),
  datetime(part) {
    const bound = part.replace(/^.*\.\./, '').replace(/^[<>]=?/, '');
    const date = bound + '0000-00-00T00:00:00'.slice(bound.length);
    return /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d$/.test(date) || /^\d{1,6}mi?$/i.test(bound);
  },
  address: (part) => /^[\da-f:.]+\/$/i.test(part),
};

/** Formats a term that parses to the same key and values. `isExact`: the full name. */
export function formatTerm(key: string | null, values: readonly string[], isExact = false): string {
  const sign = isExact ? '=' : '';
  const written = values.map((value) => sign + quoteWhereNeeded(value)).join(',');
  return key === null ? written : `${key}:${written}`;
}

/** Adds a space after a completed term at the end; not after a key without a value. */
export function endTerm(text: string, caret: number): { text: string; caret: number } {
  const rest = text.slice(caret);
  if (rest === '' && caret > 0 && !/[\s:]$/.test(text)) return { text: `${text} `, caret: caret + 1 };
  return { text, caret: /^\s/.test(rest) ? caret + 1 : caret };
}

/** Removes the space before a typed comma. */
export function joinComma(text: string, caret: number): { text: string; caret: number } {
  const isAfterValue = / ,$/.test(text.slice(0, caret)) && findTyped(text, caret - 2).key !== null;
  if (!isAfterValue) return { text, caret };
  return { text: text.slice(0, caret - 2) + text.slice(caret - 1), caret: caret - 1 };
}

/** Whether a filter has a value; `isNegated`: excludes it. */
export const hasValue = (parsed: ParsedQuery, key: string, value: string, isNegated = false): boolean =>
  findTerms(parsed, key, isNegated).some((term) => holdsText(term, value));

/**
 * Adds a value to the key's first term, or removes it. An invalid text is unchanged. `isExact`: the full name.
 * `isNegated`: of an excluding term.
 */
export function toggleValue(
  text: string,
  list: ListName,
  key: string,
  value: string,
  isExact = false,
  isNegated = false,
): string {
  const parsed = parseQuery(text, list);
  if (!parsed.ok) return text;
  const terms = findTerms(parsed, key, isNegated);
  const sign = isNegated ? '-' : '';
  const holding = terms.filter((term) => holdsText(term, value));
  if (holding.length > 0) {
    return holding.reduceRight((changed, term) => {
      const kept = term.values.filter((candidate) => !isText(candidate, value));
      return replaceTerm(changed, term, kept.length === 0 ? '' : sign + formatValues(key, kept));
    }, text);
  }
  const first = terms[0];
  if (first === undefined) return `${text.trimEnd()} ${sign}${formatTerm(key, [value], isExact)}`.trimStart();
  const added: QueryValue = { kind: 'text', text: value, ...(isExact ? { isExact } : {}) };
  const values: QueryValue[] = [...first.values, added];
  return replaceTerm(text, first, sign + formatValues(key, values));
}

const findTerms = (parsed: ParsedQuery, key: string, isNegated: boolean): readonly QueryTerm[] =>
  parsed.ok ? parsed.query.terms.filter((term) => term.key === key && term.isNegated === isNegated) : [];

const isText = (value: QueryValue, text: string): boolean =>
  value.kind === 'text' && value.text.toLowerCase() === text.toLowerCase();

const holdsText = (term: QueryTerm, text: string): boolean => term.values.some((value) => isText(value, text));

function replaceTerm(text: string, term: QueryTerm, replacement: string): string {
  const before = text.slice(0, term.start);
  const after = text.slice(term.end);
  return replacement === '' ? `${before.trimEnd()} ${after.trimStart()}`.trim() : before + replacement + after;
}

function formatValues(key: string, values: readonly QueryValue[]): string {
  const written = values.map((value) => {
    switch (value.kind) {
      case 'text':
        return (value.isExact ? '=' : '') + quoteWhereNeeded(value.text);
      case 'above':
        return `${value.isInclusive ? '>=' : '>'}${quoteIfSpaced(value.bound)}`;
      case 'below':
        return `${value.isInclusive ? '<=' : '<'}${quoteIfSpaced(value.bound)}`;
      case 'range':
        return `${quoteIfSpaced(value.from)}..${quoteIfSpaced(value.to)}`;
    }
  });
  return `${key}:${written.join(',')}`;
}

/** `T` equals the space. */
const quoteIfSpaced = (bound: string): string => bound.replace(' ', 'T');

function quoteWhereNeeded(text: string): string {
  if (text !== '' && !/[\s",\\:<>]|\.\.|^[-=]|^\*$/.test(text)) return text;
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
