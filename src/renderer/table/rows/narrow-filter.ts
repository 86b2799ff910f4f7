import { parseQuery } from '../../../shared/filter/query.ts';
import { formatTerm } from '../../../shared/filter/query-edit.ts';
import type { QueryTerm } from '../../../shared/filter/query-term.ts';
import type { ListName } from '../../../shared/lists.ts';

/** A value that the filter of a list is to ask for; `isExact`: the whole name. */
interface WantedValue {
  readonly key: string;
  readonly value: string;
  readonly isExact?: boolean | undefined;
}

/**
 * A filter that finds only rows with this value: what it asked of the key before is
 * replaced, what it leaves out stays left out. A text that makes no sense is replaced.
 */
export function narrowTo(text: string, list: ListName, wanted: WantedValue): string {
  return [...withoutKey(text, list, wanted.key), write(wanted)].join(' ');
}

/** The terms of a filter but those that ask for a key, as written; none of a text that makes no sense. */
export function withoutKey(text: string, list: ListName, key: string): readonly string[] {
  return termsOf(text, list, (term) => term.key !== key || term.isNegated);
}

/** The terms of a filter that ask for a key, as written. */
export function withKey(text: string, list: ListName, key: string): readonly string[] {
  return termsOf(text, list, (term) => term.key === key && !term.isNegated);
}

/** A filter that also leaves out the rows with this value. */
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
