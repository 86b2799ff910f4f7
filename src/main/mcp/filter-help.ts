import { fail } from '../../shared/failure.ts';
import { findTyped } from '../../shared/filter/query-edit.ts';
import { findKey, queryKeys } from '../../shared/filter/query-keys.ts';
import type { Query } from '../../shared/filter/query-term.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import { lists, type ListName } from '../../shared/lists.ts';

/**
 * Parses a filter of an agent.
 *
 * @throws FailureError `invalid-input` with the parser's message and a corrected filter
 */
export function readFilter(text: string, list: ListName): Query {
  const parsed = parseQuery(text, list);
  if (parsed.ok) return parsed.query;
  const { message, start } = parsed.problem;
  const isUnknownKey = message.includes('is not a filter key');
  const keys = isUnknownKey ? ` The keys of ${list} are ${keysOf(list)}.` : '';
  throw fail(
    'invalid-input',
    `The filter can't be read at character ${String(start + 1)}: ${message}${keys} A filter that can be read: ${mend(text, parsed.problem, list)}`,
  );
}

/** A filter like a wrong one that can be read: with the suggested key, with the example of its key, or an example of the list. */
function mend(text: string, problem: { readonly message: string; readonly start: number }, list: ListName): string {
  const { key, termStart, termEnd } = findTyped(text, Math.min(problem.start + 1, text.length));
  const [, suggested] = /Did you mean "(\w+)"\?/.exec(problem.message) ?? [];
  const example = key === null ? undefined : findKey(list, key.toLowerCase())?.example;
  const around = (part: string): string => text.slice(0, termStart) + part + text.slice(termEnd);
  const term = text.slice(termStart, termEnd);
  const candidates = [
    ...(suggested === undefined ? [] : [around(term.replace(/[A-Za-z]\w*(?=:)/, suggested))]),
    ...(suggested === undefined ? [] : [around(findKey(list, suggested)?.example ?? '')]),
    ...(example === undefined ? [] : [around(example), example]),
  ];
  return (
    candidates.find((candidate) => candidate.length <= 300 && parseQuery(candidate, list).ok) ??
    lists[list].exampleFilter
  );
}

/** The keys of a list. */
export const keysOf = (list: ListName): string => Object.keys(queryKeys[list]).join(', ');
