import type { QueryProblem } from './query-term.ts';

/** One value as it was typed, without its quotes. */
export interface RawValue {
  readonly text: string;
  readonly isQuoted: boolean;
  /** Written with a leading `=`: the full name, not a part of it. */
  readonly isExact: boolean;
  readonly start: number;
  readonly end: number;
}

/** One term as it was typed; positions are UTF-16 units. */
export interface RawTerm {
  readonly key: string | null;
  readonly isNegated: boolean;
  readonly values: readonly RawValue[];
  readonly start: number;
  readonly end: number;
}

const keyPattern = /([A-Za-z][A-Za-z0-9_]*):/y;
/** Looks like IPv6: hex groups and colons only, so that `2001:db8::1` and `fe80::1` are words. */
const addressPattern = /[0-9a-fA-F]{0,4}(:[0-9a-fA-F]{0,4}){2,7}(\/\d+)?(?=\s|$)/y;

/** Splits a text into terms and removes quotes. Keys are handled by the parser. */
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
  const key = matchAt(addressPattern, text, wordStart)
    ? undefined
    : matchAt(keyPattern, text, wordStart);
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

function scanValue(
  text: string,
  start: number,
  isInList: boolean,
): { value: RawValue; end: number } | QueryProblem {
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

function scanQuoted(
  text: string,
  start: number,
  isInList: boolean,
): { text: string; end: number } | QueryProblem {
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
