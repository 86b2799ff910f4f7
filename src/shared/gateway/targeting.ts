/**
 * Reads the parts of a user name after a rule's name:
 *
 *   scraper-country-de-city-new-york-session-a1
 */
import { isCounted, queryKeys } from '../filter/query-keys.ts';
import { sessionMark } from './gateway.ts';

/** Key of the filter language and value as written. */
interface TargetingPart {
  readonly key: string;
  readonly text: string;
}
/** All must match. */
export type Targeting = readonly TargetingPart[];

export interface UserParts {
  readonly targeting: Targeting;
  readonly session: string | null;
}

/** Keys of proxies with few values. */
export const targetingKeys: readonly string[] = Object.entries(queryKeys.proxies)
  .filter(([, row]) => isCounted(row))
  .map(([key]) => key);

const sessionKey = sessionMark.slice(1, -1);
/** A missing value leaves the dash to the next key. */
const marks = new RegExp(`-(${[...targetingKeys, sessionKey].join('|')})(?=-)`, 'gi');
/** SOCKS5 has room for as much. */
const longestParts = sessionMark.length + 255;
const longestShown = 60;

/**
 * Reads what follows a rule's name. Keys ignore case; values end at the next key, so they may contain dashes.
 *
 * @param text '' or beginning with a dash
 * @returns `unknown`: the first unreadable part, shortened
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

/** Letters and digits in lower case without accents: `New_York` is `newyork`. */
export const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** As in `country:de, city:new-york`. */
export const describeTargeting = (targeting: Targeting): string =>
  targeting.map(({ key, text }) => `${key}:${text}`).join(', ');

/** Equal for equal meanings. */
export const keyOfTargeting = (targeting: Targeting): string =>
  targeting
    .map(({ key, text }) => `${key}:${simplify(text)}`)
    .sort()
    .join(' ');

/** Text in a rule's name that would begin a part; undefined: none. */
export const findMark = (ruleName: string): string | undefined => {
  const [mark] = `${ruleName}-`.match(marks) ?? [];
  return mark;
};

export const exampleUserName = (ruleName: string): string => `${ruleName}-country-de${sessionMark}a1`;
