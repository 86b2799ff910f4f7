import { parseQuery } from '../../../shared/filter/query.ts';
import { formatTerm } from '../../../shared/filter/query-edit.ts';
import type { QueryTerm } from '../../../shared/filter/query-term.ts';
import type { ListName } from '../../../shared/lists.ts';

/** `isExact`: the whole name. */
interface WantedValue {
  readonly key: string;
  readonly value: string;
  readonly isExact?: boolean | undefined;
}

/** Narrows a filter to a value: replaces the key's terms, keeps exclusions; replaces an invalid text. */
export function narrowTo(text: string, list: ListName, wanted: WantedValue): string {
  return [...withoutKey(text, list, wanted.key), write(wanted)].join(' ');
}

/** Terms of other keys, as written; [] if invalid. */
export function withoutKey(text: string, list: ListName, key: string): readonly string[] {
  return termsOf(text, list, (term) => term.key !== key || term.isNegated);
}

/** Terms of a key, as written. */
export function withKey(text: string, list: ListName, key: string): readonly string[] {
  return termsOf(text, list, (term) => term.key === key && !term.isNegated);
}

/** Excludes a value. */
export function leaveOut(text: string, list: ListName, wanted: WantedValue): string {
  const rest = parseQuery(text, list).ok ? text.trim() : '';
  const term = `-${write(wanted)}`;
  return rest === '' ? term : `${rest} ${term}`;
}

function termsOf(text: string, list: ListName, fits: (term: QueryTerm) => boolean): string[] {
  const parsed = parseQuery(text, list);
  const terms = parsed.ok ? parsed.query.terms : [];
  return terms.filter(fits).map((term) => text.slice(term.start, term.end));
}

const write = ({ key, value, isExact }: WantedValue): string => formatTerm(key, [value], isExact === true);
