/** Changes the text of a filter; what the user typed stays as it is. */
import { findTyped } from './query-caret.ts';
import type { QueryTerm, QueryValue } from './query-term.ts';
import type { ListName } from '../lists.ts';
import { parseQuery } from './query.ts';

/**
 * Formats one term so that it parses to the same key and values. `isExact`: the full name,
 * not a part of it; for keys only.
 */
export function formatTerm(key: string | null, values: readonly string[], isExact = false): string {
  const sign = isExact ? '=' : '';
  const written = values.map((value) => sign + quoteWhereNeeded(value)).join(',');
  return key === null ? written : `${key}:${written}`;
}

/**
 * Makes room for the next term after a completed one: a space after the caret, unless the text goes
 * on. A key that is still without its value is not complete.
 */
export function endTerm(text: string, caret: number): { text: string; caret: number } {
  const rest = text.slice(caret);
  if (rest === '' && caret > 0 && !/[\s:]$/.test(text))
    return { text: `${text} `, caret: caret + 1 };
  return { text, caret: /^\s/.test(rest) ? caret + 1 : caret };
}

/** Removes the space before a comma that was just typed: it continues the values before the space. */
export function joinComma(text: string, caret: number): { text: string; caret: number } {
  const isAfterValue = / ,$/.test(text.slice(0, caret)) && findTyped(text, caret - 2).key !== null;
  if (!isAfterValue) return { text, caret };
  return { text: text.slice(0, caret - 2) + text.slice(caret - 1), caret: caret - 1 };
}

/** Whether a text has a term with this value of this key; `isNegated`: a term that excludes it. */
export function hasValue(
  text: string,
  list: ListName,
  key: string,
  value: string,
  isNegated = false,
): boolean {
  return findTerms(text, list, key, isNegated).some((term) => holdsText(term, value));
}

/**
 * Adds a value to the key's first term, or removes it if present; the rest of the text stays
 * as typed. A text that does not parse is returned unchanged. `isExact`: the added value
 * matches the full name, not a part of it. `isNegated`: the term excludes its values.
 */
export function toggleValue(
  text: string,
  list: ListName,
  key: string,
  value: string,
  isExact = false,
  isNegated = false,
): string {
  if (!parseQuery(text, list).ok) return text;
  const terms = findTerms(text, list, key, isNegated);
  const sign = isNegated ? '-' : '';
  const holding = terms.filter((term) => holdsText(term, value));
  if (holding.length > 0) {
    return holding.reduceRight((changed, term) => {
      const kept = term.values.filter((candidate) => !isText(candidate, value));
      return replaceTerm(changed, term, kept.length === 0 ? '' : sign + formatValues(key, kept));
    }, text);
  }
  const first = terms[0];
  if (first === undefined)
    return `${text.trimEnd()} ${sign}${formatTerm(key, [value], isExact)}`.trimStart();
  const added: QueryValue = { kind: 'text', text: value, ...(isExact ? { isExact } : {}) };
  const values: QueryValue[] = [...first.values, added];
  return replaceTerm(text, first, sign + formatValues(key, values));
}

function findTerms(text: string, list: ListName, key: string, isNegated: boolean): QueryTerm[] {
  const parsed = parseQuery(text, list);
  if (!parsed.ok) return [];
  return parsed.query.terms.filter((term) => term.key === key && term.isNegated === isNegated);
}

const isText = (value: QueryValue, text: string): boolean =>
  value.kind === 'text' && value.text.toLowerCase() === text.toLowerCase();

const holdsText = (term: QueryTerm, text: string): boolean =>
  term.values.some((value) => isText(value, text));

function replaceTerm(text: string, term: QueryTerm, replacement: string): string {
  const before = text.slice(0, term.start);
  const after = text.slice(term.end);
  return replacement === ''
    ? `${before.trimEnd()} ${after.trimStart()}`.trim()
    : before + replacement + after;
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

/** Dates with a time contain a space; `T` is equivalent. */
const quoteIfSpaced = (bound: string): string => bound.replace(' ', 'T');

function quoteWhereNeeded(text: string): string {
  if (text !== '' && !/[\s",\\:<>]|\.\.|^[-=]|^\*$/.test(text)) return text;
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
