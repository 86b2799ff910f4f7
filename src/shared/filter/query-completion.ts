import { findTyped, type TypedPart } from './query-caret.ts';
import { queryKeys, type QueryKeyTable } from './query-keys.ts';
import type { FacetValue, Query, QueryList } from './query-term.ts';
import { parseQuery } from './query.ts';
import { formatTerm } from './query-edit.ts';

/** One way to continue a filter. */
export interface Suggestion {
  /** The text that replaces the typed part. */
  readonly insert: string;
  /** A label, if it says more than `insert`. */
  readonly label: string;
  /** The number of rows that have it; null: a key, or a form that is not counted. */
  readonly count: number | null;
}

/** Suggestions for the range from `start` to `end` of a text, best first. */
export interface Completion {
  readonly start: number;
  readonly end: number;
  readonly suggestions: readonly Suggestion[];
  /** Whether the first suggestion completes the typed part; otherwise they are alternatives. */
  readonly isFirstPreselected?: boolean;
}

/** A request for suggestions: the text of the filter bar and the position of the caret. */
export interface CompletionRequest {
  readonly accountId: string;
  readonly list: QueryList;
  readonly text: string;
  readonly caret: number;
}

/** Returns the values of a key with the number of rows of each, most frequent first. */
export type ValuesOf = (key: string, within: Query) => readonly FacetValue[];

const maxSuggestions = 12;
const maxOfWord = 6;
/** A single letter matches too many names to be useful. */
const minWordLength = 2;
/** Keys in whose values a bare word is searched. */
const wordKeys = ['country', 'city', 'asn', 'type', 'status', 'service', 'name', 'user', 'tag'];

/**
 * Suggests how to continue a filter at the caret: keys that begin with a word, and values
 * of a key that contain the typed text. Values are counted among the rows that the rest of
 * the filter finds, as far as `valuesOf` supports it.
 */
export function completeQuery(
  { list, text, caret }: Omit<CompletionRequest, 'accountId'>,
  valuesOf: ValuesOf,
): Completion {
  const part = findTyped(text, Math.min(caret, text.length));
  const within = parseRest(text, part, list);
  const { key, typed, start, end } = part;
  const found =
    key === null
      ? [...suggestKeys(list, typed), ...suggestOfWord(list, typed, within, valuesOf)]
      : [
          ...suggestForms(list, key, typed),
          ...suggestValues(list, key, typed, isKnown(list, key) ? valuesOf(key, within) : []),
        ];
  // The text that is already there is not suggested.
  const suggestions = found.filter(({ insert }) => insert !== text.slice(start, end));
  return {
    start,
    end,
    isFirstPreselected: typed !== '' && suggestions.length === found.length,
    suggestions: suggestions.slice(0, key === null && typed === '' ? 100 : maxSuggestions),
  };
}

/** The filter without the term that is being typed; matches everything if the text does not parse. */
function parseRest(text: string, { termStart, end }: TypedPart, list: QueryList): Query {
  const before = parseQuery(text.slice(0, termStart), list);
  const after = parseQuery(text.slice(end).replace(/^\S+/, ''), list);
  return {
    terms: [...(before.ok ? before.query.terms : []), ...(after.ok ? after.query.terms : [])],
  };
}

function suggestKeys(list: QueryList, typed: string): Suggestion[] {
  const prefix = typed.toLowerCase();
  return Object.entries(queryKeys[list])
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, { meaning }]) => ({ insert: `${key}:`, label: meaning, count: null }));
}

function suggestOfWord(
  list: QueryList,
  typed: string,
  within: Query,
  valuesOf: ValuesOf,
): Suggestion[] {
  if (typed.length < minWordLength) return [];
  return wordKeys
    .filter((key) => isKnown(list, key))
    .flatMap((key) =>
      rank(valuesOf(key, within), typed)
        .filter(({ place }) => place <= 1)
        .slice(0, maxOfWord)
        .map(({ value }) => toSuggestion(list, key, value, true)),
    )
    .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
    .slice(0, maxOfWord);
}

const suggestValues = (
  list: QueryList,
  key: string,
  typed: string,
  values: readonly FacetValue[],
): Suggestion[] =>
  rank(values, typed)
    .slice(0, maxSuggestions)
    .map(({ value }) => toSuggestion(list, key, value, false));

function toSuggestion(
  list: QueryList,
  key: string,
  { value, label, count }: FacetValue,
  isWithKey: boolean,
): Suggestion {
  // A suggested name is complete; IDs and codes always are.
  const isExact = kindOf(list, key) === 'name' && key !== 'service';
  const term = formatTerm(key, [value], isExact);
  const insert = isWithKey ? term : term.slice(key.length + 1);
  return { insert, label: label === value ? '' : label, count };
}

/** Values that contain the typed text: first at their beginning, then at a word, then anywhere. */
function rank(
  values: readonly FacetValue[],
  typed: string,
): { readonly value: FacetValue; readonly place: number }[] {
  const wanted = typed.toLowerCase();
  const placeIn = (text: string): number => {
    const at = text.toLowerCase().indexOf(wanted);
    if (at <= 0) return at;
    return ` ${text.toLowerCase()}`.includes(` ${wanted}`) ? 1 : 2;
  };
  return values
    .map((value) => {
      const places = [placeIn(value.value), placeIn(value.label)].filter((place) => place >= 0);
      return { value, place: Math.min(...places) };
    })
    .filter(({ place }) => Number.isFinite(place))
    .sort((one, other) => one.place - other.place);
}

const forms: { readonly [kind: string]: readonly Suggestion[] } = {
  datetime: [
    { insert: '<1d', label: 'within the last day', count: null },
    { insert: '<7d', label: 'within the last 7 days', count: null },
    { insert: '>30d', label: 'more than 30 days ago', count: null },
  ],
};
const flags: readonly Suggestion[] = ['yes', 'no'].map((insert) => ({
  insert,
  label: '',
  count: null,
}));

/** Forms of a key's values that do not depend on the rows. */
function suggestForms(list: QueryList, key: string, typed: string): readonly Suggestion[] {
  const kind = kindOf(list, key);
  // Flags are counted for proxies only.
  const known = kind === 'flag' && list !== 'proxies' ? flags : (forms[kind ?? ''] ?? []);
  return known.filter(({ insert }) => insert.startsWith(typed.toLowerCase()));
}

function kindOf(list: QueryList, key: string): string | undefined {
  const table: QueryKeyTable = queryKeys[list];
  return isKnown(list, key) ? table[key]?.kind : undefined;
}

const isKnown = (list: QueryList, key: string): boolean => Object.hasOwn(queryKeys[list], key);
