/**
 * Reads parts of a user name behind the name of a rule: those that narrow the rule, and a session.
 *
 *   scraper-country-de-city-new-york-session-a1
 */
import { isCounted, queryKeys } from '../filter/query-keys.ts';
import { sessionMark } from './gateway.ts';

/** A part of a user name: a key of the filter language, and a value of it as the client wrote it. */
interface TargetingPart {
  readonly key: string;
  readonly text: string;
}
/** A proxy must match every part. */
export type Targeting = readonly TargetingPart[];

/** The parts of a user name behind the name of a rule. */
export interface UserParts {
  readonly targeting: Targeting;
  /** Null: none. */
  readonly session: string | null;
}

/** The keys of the filter language that a part may have: those of proxies that have few values. */
export const targetingKeys: readonly string[] = Object.entries(queryKeys.proxies)
  .filter(([, row]) => isCounted(row))
  .map(([key]) => key);

const sessionKey = sessionMark.slice(1, -1);
/** The dash after a key also stands before the next one if there is no value. */
const marks = new RegExp(`-(${[...targetingKeys, sessionKey].join('|')})(?=-)`, 'gi');
/** Of a session alone, SOCKS5 has room for as much. */
const longestParts = sessionMark.length + 255;
const longestShown = 60;

/**
 * Reads what follows the name of a rule in a user name. Keys are read in any case. A value ends at the next key, so it may contain
 * dashes.
 *
 * @param text empty, or with a dash at its beginning
 * @returns `unknown`: the first part that cannot be read, short enough to be shown
 */
export function readUserParts(text: string): UserParts | { readonly unknown: string } {
  const show = (part: string): { readonly unknown: string } => ({ unknown: part.slice(0, longestShown) });
  if (text.length > longestParts) return show(text.slice(1));
  const found = [...text.matchAll(marks)];
  const [first] = found;
  if ((first?.index ?? text.length) > 0) return show(text.slice(1, first?.index));
  const targeting: TargetingPart[] = [];
  let session: string | null = null;
  for (const [at, match] of found.entries()) {
    const key = (match[1] ?? '').toLowerCase();
    const value = text.slice(match.index + match[0].length + 1, found[at + 1]?.index);
    const isSecondSession = key === sessionKey && session !== null;
    if (isSecondSession || simplify(value) === '') return show(`${key}-${value}`);
    if (key === sessionKey) session = value;
    else targeting.push({ key, text: value });
  }
  return { targeting, session };
}

/** The letters and digits of a value in lower case and without accents: `new-york`, `New_York` and `newyork` are New York. */
export const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** `country:de, city:new-york`. */
export const describeTargeting = (targeting: Targeting): string =>
  targeting.map(({ key, text }) => `${key}:${text}`).join(', ');

/** Equal for targetings that mean the same. */
export const keyOfTargeting = (targeting: Targeting): string =>
  targeting
    .map(({ key, text }) => `${key}:${simplify(text)}`)
    .sort()
    .join(' ');

/** The text in the name of a rule that would be read as the beginning of a part; undefined: there is none. */
export const findMark = (ruleName: string): string | undefined => {
  const [mark] = `${ruleName}-`.match(marks) ?? [];
  return mark;
};

/** A user name of a rule, as an example. */
export const exampleUserName = (ruleName: string): string => `${ruleName}-country-de${sessionMark}a1`;
