/**
 * The filter language: text to query. The same in the table, the dialogs and
 * the command line.
 *
 *   country:US,GB type:isp -online:no port:>8100 "new york" 203.0.113.
 */
import { ownValue } from '../own-value.ts';
import { fail } from '../failure.ts';
import { parseEndpoint, parseIpv4, parseIpv4Block, parseIpv6, parseIpv6Block } from '../ip-address.ts';
import type { ListName } from '../lists.ts';
import { type QueryKey, type QueryKeyKind, findKey, queryKeys } from './query-keys.ts';
import {
  type ParsedQuery,
  type Query,
  type QueryProblem,
  type QueryTerm,
  type QueryValue,
  longestFilter,
  maxTerms,
  maxTermValues,
  namePartWeight,
  wordWeight,
} from './query-term.ts';

interface RawValue {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Begins with `=`: the full name. */
  readonly isExact: boolean;
  readonly start: number;
  readonly end: number;
}

/** Positions in UTF-16 units. */
export interface RawTerm {
  readonly key: string | null;
  readonly isNegated: boolean;
  readonly values: readonly RawValue[];
  readonly start: number;
  readonly end: number;
}

const keyPattern = /([A-Za-z][A-Za-z0-9_]*):/y;
/** Hex groups and colons, so that `2001:db8::1` and `fe80::1` are words. */
const addressPattern = /[0-9a-fA-F]{0,4}(:[0-9a-fA-F]{0,4}){2,7}(\/\d+)?(?=\s|$)/y;

/** Splits a text into terms and removes quotes. */
export function scanTerms(text: string): { terms: RawTerm[] } | QueryProblem {
  const terms: RawTerm[] = [];
  let position = 0;
  for (;;) {
    while (position < text.length && /\s/.test(text.charAt(position))) position += 1;
    if (position >= text.length) return { terms };
    const term = scanTerm(text, position);
    if ('message' in term) return term;
    terms.push(term);
    position = term.end;
  }
}

function scanTerm(text: string, start: number): RawTerm | QueryProblem {
  const isNegated = text[start] === '-';
  const wordStart = isNegated ? start + 1 : start;
  const key = matchAt(addressPattern, text, wordStart) ? undefined : matchAt(keyPattern, text, wordStart);
  const valuesStart = wordStart + (key?.[0].length ?? 0);
  const values: RawValue[] = [];
  let position = valuesStart;
  for (;;) {
    const scanned = scanValue(text, position, key !== undefined);
    if ('message' in scanned) return scanned;
    values.push(scanned.value);
    position = scanned.end;
    if (key === undefined || text[position] !== ',') break;
    position += 1;
  }
  if (key === undefined && values[0]?.text === '' && !values[0].isQuoted) {
    return {
      message: 'A minus sign needs a term after it, such as -country:US.',
      start,
      end: position,
    };
  }
  const end = position;
  if (key !== undefined && end === valuesStart) {
    const name = key[1] ?? '';
    return { message: `"${name}:" needs a value, or "" for rows without one.`, start, end };
  }
  return { key: key?.[1] ?? null, isNegated, values, start, end };
}

function scanValue(text: string, start: number, isInList: boolean): { value: RawValue; end: number } | QueryProblem {
  const isExact = isInList && text[start] === '=';
  const valueStart = isExact ? start + 1 : start;
  if (text[valueStart] === '"') {
    const scanned = scanQuoted(text, valueStart, isInList);
    if ('message' in scanned) return scanned;
    return { value: { ...scanned, isQuoted: true, isExact, start }, end: scanned.end };
  }
  let end = valueStart;
  while (end < text.length && !/\s/.test(text.charAt(end)) && !(isInList && text[end] === ',')) {
    end += 1;
  }
  const value = text.slice(valueStart, end);
  return { value: { text: value, isQuoted: false, isExact, start, end }, end };
}

function scanQuoted(text: string, start: number, isInList: boolean): { text: string; end: number } | QueryProblem {
  let value = '';
  for (let position = start + 1; position < text.length; position += 1) {
    const character = text.charAt(position);
    if (character === '"') {
      const end = position + 1;
      const next = text[end];
      if (next === undefined || /\s/.test(next) || (isInList && next === ',')) {
        return { text: value, end };
      }
      return { message: 'Add a space after the closing quote.', start, end };
    }
    if (character === '\\') position += 1;
    value += text.charAt(position);
  }
  return { message: 'A closing quote is missing.', start, end: text.length };
}

function matchAt(pattern: RegExp, text: string, position: number): RegExpExecArray | undefined {
  pattern.lastIndex = position;
  return pattern.exec(text) ?? undefined;
}

/** `7d`: minutes, hours, days or weeks. */
const agePattern = /^(\d{1,6})(min|h|d|w)$/i;

const unitMs: { readonly [unit: string]: number } = {
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

/** Whether a year, month, day or time exists: `2026-10`, `2026-10-01T08:00`, not `2026-02-30`. */
export function isDate(text: string): boolean {
  const form = /^\d{4}(-\d{2}(-\d{2}([ T]\d{2}(:\d{2}(:\d{2})?)?)?)?)?$/;
  if (!form.test(text)) return false;
  const start = text.replace(' ', 'T') + '0000-01-01T00:00:00'.slice(text.length);
  const time = new Date(`${start}Z`);
  // Day 31 may become day 1.
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(start);
}

const isAge = (bound: string): boolean => agePattern.test(bound);

/**
 * Turns ages into dates: `updated:<7d` is after this time a week ago. Datetimes count as UTC, as the service gives no
 * zone.
 *
 * @param nowMs since 1970
 */
export function resolveAges(query: Query, nowMs: number): Query {
  return {
    terms: query.terms.map((term) => ({
      ...term,
      values: term.values.map((value) => resolveValue(value, nowMs)),
    })),
  };
}

function resolveValue(value: QueryValue, nowMs: number): QueryValue {
  if (value.kind === 'text') return value;
  if (value.kind === 'range') {
    if (!isAge(value.from) || !isAge(value.to)) return value;
    const dates = [dateOf(value.from, nowMs), dateOf(value.to, nowMs)].sort();
    const [from = '', to = ''] = dates;
    return { kind: 'range', from, to };
  }
  if (!isAge(value.bound)) return value;
  return {
    kind: value.kind === 'above' ? 'below' : 'above',
    bound: dateOf(value.bound, nowMs),
    isInclusive: value.isInclusive,
  };
}

function dateOf(age: string, nowMs: number): string {
  const [, count = '0', unit = 'd'] = agePattern.exec(age) ?? [];
  const thenMs = Math.max(0, nowMs - Number(count) * (ownValue(unitMs, unit.toLowerCase()) ?? 0));
  return formatUtc(thenMs);
}

/** Formats a time in UTC like the service: `2026-10-01 08:00:00`. */
export const formatUtc = (timeMs: number): string => new Date(timeMs).toISOString().slice(0, 19).replace('T', ' ');

/** Undefined for an address, its beginning or a CIDR block; `ip` takes both versions, and a port. */
function checkAddress(key: string, text: string): string | undefined {
  if (key === 'ip' && isEndpoint(text)) return undefined;
  if (text.includes(':') ? isIpv6(text) : isWithoutColon(key, text)) return undefined;
  const example = key === 'ip6' ? '2001:db8::/32' : '203.0.113.0/24';
  return `"${text}" is not an address, the beginning of one, or a block such as ${example}.`;
}

const isWholeAddress = (text: string): boolean => (parseIpv4(text) ?? parseIpv6(text)) !== undefined;

const isEndpoint = (text: string): boolean => parseEndpoint(text) !== undefined;

const isIpv6 = (text: string): boolean =>
  parseIpv6Block(text) !== undefined || /^[\da-f]{0,4}(:[\da-f]{0,4}){1,7}$/i.test(text);

function isWithoutColon(key: string, text: string): boolean {
  if (key !== 'ip' && /^[\da-f]{1,4}$/i.test(text)) return true; // an IPv6 address begins so
  return key !== 'ip6' && (ipv4Beginning.test(text) || parseIpv4Block(text) !== undefined);
}

const octet = String.raw`(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`;
const ipv4Beginning = new RegExp(String.raw`^${octet}(\.${octet}){0,2}\.?$`);

/** Parses a text for a list; a problem has position and correction. Never throws. */
export function parseQuery(text: string, list: ListName): ParsedQuery {
  if (text.length > longestFilter) {
    const message = `A filter has ${longestFilter.toLocaleString('en-US')} characters at most.`;
    return { ok: false, problem: { message, start: longestFilter, end: text.length } };
  }
  const scanned = scanTerms(text);
  if ('message' in scanned) return { ok: false, problem: scanned };
  const terms: QueryTerm[] = [];
  for (const raw of scanned.terms) {
    const term = readTerm(raw, list);
    if ('message' in term) return { ok: false, problem: term };
    terms.push(term);
  }
  const kept = dropRepeatedWords(joinPasted(terms, list));
  const problem = findExcess(kept, list);
  return problem ? { ok: false, problem } : { ok: true, query: { terms: kept } };
}

/** Failure `invalid-input` with the problem and its position. */
export function readQuery(text: string, list: ListName): Query {
  const parsed = parseQuery(text, list);
  if (parsed.ok) return parsed.query;
  const { message, start } = parsed.problem;
  throw fail('invalid-input', `The filter can't be read at character ${String(start + 1)}: ${message}`);
}

const pastedKinds: readonly { key: string; isOne: (word: string) => boolean }[] = [
  { key: 'id', isOne: (word) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(word) },
  { key: 'ip', isOne: (word) => isWholeAddress(word) || isEndpoint(word) },
];

/**
 * Several addresses or UUIDs match any of them: no row has all. An address with a port is in no text, so one is enough.
 */
function joinPasted(terms: readonly QueryTerm[], list: ListName): QueryTerm[] {
  const kinds = pastedKinds.filter(({ key }) => findKey(list, key));
  const kindOf = (term: QueryTerm | undefined): string | undefined => {
    const [value] = term?.values ?? [];
    if (term?.key !== null || term.isNegated || value?.kind !== 'text') return undefined;
    return kinds.find(({ isOne }) => isOne(value.text))?.key;
  };
  const joined: QueryTerm[] = [];
  for (let at = 0; at < terms.length;) {
    const key = kindOf(terms[at]);
    let next = at + 1;
    while (key !== undefined && kindOf(terms[next]) === key) next += 1;
    const run = terms.slice(at, next);
    const [first] = run;
    const last = run.at(-1);
    const [word] = first?.values ?? [];
    const isColumn = run.length > 1 || (word?.kind === 'text' && isEndpoint(word.text));
    if (key !== undefined && isColumn && first && last) {
      const values = run.flatMap((term) => term.values);
      joined.push({ key, isNegated: false, values, start: first.start, end: last.end });
    } else joined.push(...run);
    at = next;
  }
  return joined;
}

function dropRepeatedWords(terms: readonly QueryTerm[]): QueryTerm[] {
  const seen = new Set<string>();
  return terms.filter(({ key, isNegated, values: [value] }) => {
    if (key !== null || value?.kind !== 'text') return true;
    const word = `${String(isNegated)} ${value.text.toLowerCase()}`;
    return !seen.has(word) && seen.add(word);
  });
}

function findExcess(terms: readonly QueryTerm[], list: ListName): QueryProblem | undefined {
  let weight = 0;
  for (const [index, term] of terms.entries()) {
    const { start, end } = term;
    weight += weigh(term, list);
    if (index >= maxTerms) {
      return { message: `A filter has ${String(maxTerms)} terms at most.`, start, end };
    }
    if (weight > maxTermValues) return { message: tooMuch, start, end };
  }
  return undefined;
}

const tooMuch = `A filter has ${String(maxTermValues)} values at most; a word or a user counts as ${String(wordWeight)} of them, a part of a name as ${String(namePartWeight)}.`;

function weigh({ key, values }: QueryTerm, list: ListName): number {
  if (key === null) return wordWeight * values.length;
  const { kind, weight: plainWeight = 1 } = findKey(list, key) ?? {};
  const weights = values.map((value) => {
    if (value.kind !== 'text' || value.isExact) return plainWeight;
    // Up to two characters compare with codes only.
    const isPart = kind === 'name' || (kind === 'named-code' && value.text.length > 2);
    return isPart ? namePartWeight : plainWeight;
  });
  return weights.reduce((sum, weight) => sum + weight, 0);
}

function readTerm(raw: RawTerm, list: ListName): QueryTerm | QueryProblem {
  const { isNegated, start, end } = raw;
  if (raw.key === null) {
    const text = raw.values.map((value) => value.text).join(',');
    return { key: null, isNegated, values: [{ kind: 'text', text }], start, end };
  }
  const key = raw.key.toLowerCase();
  const known = findKey(list, key);
  if (known === undefined) return unknownKey(raw, list);
  const values: QueryValue[] = [];
  for (const value of raw.values) {
    const read = readValue(value, key, known);
    if ('message' in read) return { ...read, start: value.start, end: value.end };
    values.push(read);
  }
  return { key, isNegated, values, start, end };
}

const isText = (kind: QueryKeyKind): boolean => ['code', 'named-code', 'id', 'name'].includes(kind);

const comparison = /^(>=|<=|>|<)(.*)$/s;

function readValue(
  raw: RawValue,
  key: string,
  { kind, values = [], formerValues = {}, isRecent }: QueryKey,
): QueryValue | { message: string } {
  const text = (): QueryValue =>
    raw.isExact && raw.text !== '' ? { kind: 'text', text: raw.text, isExact: true } : { kind: 'text', text: raw.text };
  // Quotes matter for texts only.
  if ((raw.isQuoted && isText(kind)) || raw.text === '') return text();
  if (raw.isExact && raw.text === '*') return { message: 'Put the star in quotes: ="*".' };
  const isOrdered = kind === 'number' || kind === 'datetime';
  const compared = comparison.exec(raw.text);
  const range = isOrdered ? /^(.*?)\.\.(.*)$/s.exec(raw.text) : null;
  if (compared && !(raw.isExact && !isOrdered)) {
    if (raw.isExact) return { message: 'Use either = or a comparison with > or <, not both.' };
    if (!isOrdered) return { message: '> and < work with numbers and dates only.' };
    const [, operator = '', bound = ''] = compared;
    const problem = checkBound(bound, kind);
    if (problem !== undefined) return { message: problem };
    const isInclusive = operator.endsWith('=');
    return { kind: operator.startsWith('>') ? 'above' : 'below', bound, isInclusive };
  }
  if (range) {
    const [, from = '', to = ''] = range;
    if (from === '' && to === '') return { message: 'A range needs a number or date: 8000..8100.' };
    const problem = (from && checkBound(from, kind)) || (to && checkBound(to, kind));
    if (problem) return { message: problem };
    if (from !== '' && to !== '' && isAge(from) !== isAge(to)) {
      return { message: 'A range needs two dates or two ages, not one of each.' };
    }
    if (from === '') return { kind: 'below', bound: to, isInclusive: true };
    if (to === '') return { kind: 'above', bound: from, isInclusive: true };
    return { kind: 'range', from, to };
  }
  if (raw.text === '*') return text();
  if (kind === 'datetime' && isAge(raw.text)) {
    if (isRecent) return { kind: 'below', bound: raw.text, isInclusive: false };
    return { message: `Choose newer or older: <${raw.text} or >${raw.text}.` };
  }
  const problem = kind === 'address' ? checkAddress(key, raw.text) : isOrdered && checkBound(raw.text, kind);
  if (problem) return { message: problem };
  if (kind === 'flag' && !/^(yes|no|true|false|1|0)$/i.test(raw.text)) {
    return { message: `"${raw.text}" is not yes or no.` };
  }
  if (kind === 'choice') {
    const choice = raw.text.toLowerCase();
    if (Object.hasOwn(formerValues, choice)) {
      return { kind: 'text', text: ownValue(formerValues, choice) ?? choice };
    }
    if (!values.includes(choice)) {
      return { message: `"${raw.text}" is not one of ${values.join(', ')}.` };
    }
  }
  return text();
}

function checkBound(bound: string, kind: QueryKeyKind): string | undefined {
  if (kind === 'number' && !/^-?\d{1,30}(\.\d{1,30})?$/.test(bound)) {
    return `"${bound}" is not a number.`;
  }
  if (kind === 'datetime' && !isAge(bound) && !isDate(bound)) {
    return `"${bound}" is neither a date such as 2026-10-01T08:00 nor an age such as 7d (min, h, d, w).`;
  }
  return undefined;
}

function unknownKey(raw: RawTerm, list: ListName): QueryProblem {
  const key = raw.key ?? '';
  const keys = Object.keys(queryKeys[list]);
  const near = keys.find((known) => isNear(known, key.toLowerCase()));
  const hint = near === undefined ? 'Use quotes to search for the text.' : `Did you mean "${near}"?`;
  return { message: `"${key}" is not a filter key. ${hint}`, start: raw.start, end: raw.end };
}

/** One inserted, removed, replaced or swapped letter, or a beginning. */
function isNear(known: string, typed: string): boolean {
  if (typed.length >= 2 && known.startsWith(typed)) return true;
  if (Math.abs(known.length - typed.length) > 1 || typed.length < 3) return false;
  let start = 0;
  while (start < known.length && known[start] === typed[start]) start += 1;
  const rest = (skipKnown: number, skipTyped: number): boolean =>
    known.slice(start + skipKnown) === typed.slice(start + skipTyped);
  const isSwapped = known[start] === typed[start + 1] && known[start + 1] === typed[start] && rest(2, 2);
  return rest(1, 1) || rest(1, 0) || rest(0, 1) || isSwapped;
}
