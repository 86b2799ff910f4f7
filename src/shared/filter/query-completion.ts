import { type TypedPart, findTyped, formatTerm } from './query-edit.ts';
import { findKey, isCode, isPartOfName, queryKeys, type QueryKey } from './query-keys.ts';
import type { ListName } from '../lists.ts';
import { parseQuery } from './query.ts';
import {
  type FacetValue,
  longestFilter,
  maxTerms,
  maxTermValues,
  namePartWeight,
  type Query,
  wordWeight,
} from './query-term.ts';

export interface Suggestion {
  /** Replaces the typed part. */
  readonly insert: string;
  /** If it says more than `insert`. */
  readonly label: string;
  /** Rows; null: a key, or not counted. */
  readonly count: number | null;
}

/** Replaces `start` to `end`; best first. */
export interface Completion {
  readonly start: number;
  readonly end: number;
  readonly suggestions: readonly Suggestion[];
  /** The first completes the typed part. */
  readonly isFirstPreselected?: boolean;
  /** Only the first begins with the typed part, which is not a value. */
  readonly isFirstOnlyContinuation?: boolean;
  /** No row has the typed code, but rows have longer ones. */
  readonly isBeginning?: boolean;
}

interface CompletionRequest {
  readonly accountId: string;
  readonly list: ListName;
  readonly text: string;
  readonly caret: number;
}

/** With rows of each, most frequent first. */
export type ValuesOf = (key: string, within: Query) => readonly FacetValue[];

const maxSuggestions = 12;
const maxOfWord = 6;
/** A letter matches too many names. */
const minWordLength = 2;

/**
 * Suggests keys that begin with a word, and values that contain it. Values count among the rows of the other terms, as
 * far as `valuesOf` can.
 */
export function completeQuery(
  { list, text, caret }: Omit<CompletionRequest, 'accountId'>,
  valuesOf: ValuesOf,
): Completion {
  const part = findTyped(text, Math.min(caret, text.length));
  const within = parseRest(text, part, list);
  const { key, typed, start, end } = part;
  const row = key === null ? undefined : findKey(list, key);
  const values = key !== null && row ? valuesOf(key, within) : [];
  const found =
    key === null
      ? [...suggestKeys(list, typed), ...suggestOfWord(list, typed, within, valuesOf)]
      : row
        ? suggestValues(key, row, typed, values)
        : [];
  const complete = findComplete(typed, values);
  const isEnded = row !== undefined && isCode(row) && complete?.value.toLowerCase() === typed.toLowerCase();
  // Neither the present text, nor values that merely contain a complete code.
  const suggestions = isEnded ? [] : found.filter(({ insert }) => insert !== text.slice(start, end));
  return {
    start,
    end,
    isFirstPreselected: (typed !== '' || key !== null) && suggestions.length === found.length,
    isFirstOnlyContinuation:
      (typed !== '' || key !== null) && complete === undefined && isOnlyContinuation(typed, suggestions),
    isBeginning: row !== undefined && isCode(row) && complete === undefined && isBeginning(typed, values),
    suggestions: suggestions.slice(0, key === null && typed === '' ? 100 : maxSuggestions),
  };
}

/** Without the typed term; everything if it does not parse. */
function parseRest(text: string, { termStart, end }: TypedPart, list: ListName): Query {
  const before = parseQuery(text.slice(0, termStart), list);
  const after = parseQuery(text.slice(end).replace(/^\S+/, ''), list);
  return {
    terms: [...(before.ok ? before.query.terms : []), ...(after.ok ? after.query.terms : [])],
  };
}

function suggestKeys(list: ListName, typed: string): Suggestion[] {
  const prefix = typed.toLowerCase();
  return Object.entries(queryKeys[list])
    .filter(([key]) => key.startsWith(prefix))
    .map(([key, { meaning }]) => ({ insert: `${key}:`, label: meaning, count: null }));
}

function suggestOfWord(list: ListName, typed: string, within: Query, valuesOf: ValuesOf): Suggestion[] {
  if (typed.length < minWordLength) return [];
  return Object.entries(queryKeys[list])
    .filter(([, row]) => row.isSuggested)
    .flatMap(([key, row]) =>
      rank(valuesOf(key, within), typed)
        .filter(({ place }) => place <= 1)
        .slice(0, maxOfWord)
        .map(({ value }) => toSuggestion(key, row, value, true)),
    )
    .sort((one, other) => (other.count ?? 0) - (one.count ?? 0))
    .slice(0, maxOfWord);
}

/** By code or name. */
function findComplete(typed: string, values: readonly FacetValue[]): FacetValue | undefined {
  const wanted = typed.toLowerCase();
  return (
    values.find(({ value }) => value.toLowerCase() === wanted) ??
    values.find(({ label }) => label.toLowerCase() === wanted)
  );
}

const isBeginning = (typed: string, values: readonly FacetValue[]): boolean =>
  values.some(({ value, label }) => beginsWith(value, typed) || beginsWith(label, typed));

const beginsWith = (text: string, typed: string): boolean => text.toLowerCase().startsWith(typed.toLowerCase());

/** Whether only the first suggestion continues a text or label. */
export function isOnlyContinuation(typed: string, [first, ...others]: readonly Suggestion[]): boolean {
  const continues = ({ insert, label }: Suggestion): boolean =>
    beginsWith(insert.replace(/^=?"?/, ''), typed) || beginsWith(label, typed);
  return first !== undefined && continues(first) && !others.some(continues);
}

function suggestValues(key: string, row: QueryKey, typed: string, values: readonly FacetValue[]): Suggestion[] {
  const known = values.length > 0 ? [] : (row.values?.map(plain) ?? forms[row.kind] ?? []);
  const counted = rank(values, typed).slice(0, maxSuggestions);
  return [
    ...known.filter(({ insert }) => insert.startsWith(typed.toLowerCase())),
    ...counted.map(({ value }) => toSuggestion(key, row, value, false)),
  ];
}

function toSuggestion(key: string, row: QueryKey, { value, label, count }: FacetValue, isWithKey: boolean): Suggestion {
  // A suggested name is complete; IDs and codes always are.
  const term = formatTerm(key, [value], isPartOfName(row));
  const insert = isWithKey ? term : term.slice(key.length + 1);
  return { insert, label: label === value ? '' : label, count };
}

/** Matches at the beginning, then at a word, then anywhere. */
function rank(values: readonly FacetValue[], typed: string): { readonly value: FacetValue; readonly place: number }[] {
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

const plain = (insert: string): Suggestion => ({ insert, label: '', count: null });
const forms: { readonly [kind: string]: readonly Suggestion[] } = {
  flag: [plain('yes'), plain('no')],
  datetime: [
    { insert: '<1d', label: 'within the last day', count: null },
    { insert: '<7d', label: 'within the last 7 days', count: null },
    { insert: '>30d', label: 'more than 30 days ago', count: null },
  ],
};

interface QueryForm {
  readonly text: string;
  readonly meaning: string;
}

/** Common ones first. */
export const queryForms: readonly QueryForm[] = [
  { text: 'country:US type:isp', meaning: 'Both must match' },
  { text: 'country:US,GB', meaning: 'Any of several values' },
  { text: '-online:yes', meaning: 'Not online, or unknown' },
  { text: 'hudson', meaning: 'A word in the address, place, network, service, ID, tags or note' },
  { text: '"new york"', meaning: 'Words with a space between them' },
  { text: 'city:york', meaning: 'Part of a name' },
  { text: 'city:=York', meaning: 'The full name' },
  { text: 'port:>8100', meaning: 'Above; also >=, < and <=' },
  { text: 'port:8000..8100', meaning: 'A range, both ends included; one end may be missing' },
  { text: 'ip:203.0.113.', meaning: 'The beginning of an address' },
  { text: 'ip:203.0.113.0/24', meaning: 'A block of addresses, IPv4 or IPv6' },
  { text: '203.0.113.7:8014', meaning: 'An address with its HTTP or SOCKS5 port' },
  { text: '203.0.113.7 203.0.113.9', meaning: 'Any of several complete addresses or UUIDs' },
  { text: 'updated:2026-10', meaning: 'A whole month; also a year, a day or an hour' },
  { text: 'updated:<7d', meaning: 'Within the last 7 days (min, h, d, w); > means older' },
  { text: 'city:*', meaning: 'Any value' },
  { text: 'city:""', meaning: 'No value' },
];

/** Every command loads them: formatting a number here would load 5 MB. */
export const queryNotes: readonly string[] = [
  'Case is ignored.',
  'Times of the service have no time zone and are compared as received. Ages count back from now in UTC, so they may be off by the service’s time zone.',
  'Codes such as country, type or status must be complete; a country also matches by the beginning of a word in its name.',
  `A filter has ${String(longestFilter / 1000)},000 characters, ${String(maxTerms)} terms and ${String(maxTermValues)} values at most; a word or a user counts as ${String(wordWeight)} values, a part of a name as ${String(namePartWeight)}.`,
  'Inside quotes, write \\" for a quote and \\\\ for a backslash.',
];
