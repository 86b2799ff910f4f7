import { formatTerm, parseQuery } from '../../shared/query.ts';
import type { QueryList } from '../../shared/query-term.ts';

/** A value that the filter of a list is to ask for; `isExact`: the whole name. */
export interface WantedValue {
  readonly key: string;
  readonly value: string;
  readonly isExact?: boolean | undefined;
}

/**
 * A filter that finds only rows with this value: what it asked of the key before is
 * replaced, what it leaves out stays left out. A text that makes no sense is replaced.
 */
export function narrowTo(text: string, list: QueryList, wanted: WantedValue): string {
  const parsed = parseQuery(text, list);
  const terms = parsed.ok ? parsed.query.terms : [];
  const kept = terms
    .filter((term) => term.key !== wanted.key || term.isNegated)
    .map((term) => text.slice(term.start, term.end));
  return [...kept, write(wanted)].join(' ');
}

/** A filter that also leaves out the rows with this value. */
export function leaveOut(text: string, list: QueryList, wanted: WantedValue): string {
  const kept = parseQuery(text, list).ok ? text.trim() : '';
  const term = `-${write(wanted)}`;
  return kept === '' ? term : `${kept} ${term}`;
}

const write = ({ key, value, isExact }: WantedValue): string =>
  formatTerm(key, [value], isExact === true);
