import { fail } from '../../shared/failure.ts';
import { findTyped } from '../../shared/filter/query-edit.ts';
import { findKey, queryKeys } from '../../shared/filter/query-keys.ts';
import type { Query } from '../../shared/filter/query-term.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import { hiddenFromAgents, lists, type ListName } from '../../shared/lists.ts';

/**
 * Parses an agent's filter.
 *
 * @throws FailureError `invalid-input` with a corrected filter
 */
export function readFilter(text: string, list: ListName): Query {
  const parsed = parseQuery(text, list);
  if (parsed.ok) {
    for (const { key } of parsed.query.terms) if (key !== null) checkKey(list, key);
    return parsed.query;
  }
  const { message, start } = parsed.problem;
  const isUnknownKey = message.includes('is not a filter key');
  const keys = isUnknownKey ? ` The keys of ${list} are ${keysOf(list).join(', ')}.` : '';
  throw fail(
    'invalid-input',
    `The filter can't be read at character ${String(start + 1)}: ${message}${keys} A filter that can be read: ${mend(text, parsed.problem, list)}`,
  );
}

/** Corrects a filter with the suggested key, or an example of key or list. */
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

/** Refuses keys that agents lack. Failure `invalid-input`. */
export function checkKey(list: ListName, key: string): void {
  if (isForAgents(list, key)) return;
  throw fail('invalid-input', `"${key}" is not a filter key of ${list}. The keys are ${keysOf(list).join(', ')}.`);
}

/** Counting a hidden field would tell its values. */
function isForAgents(list: ListName, key: string): boolean {
  const row = findKey(list, key);
  return row !== undefined && !hiddenFromAgents(list).includes(row.field ?? '');
}

/** The keys of a list for agents. */
export const keysOf = (list: ListName): readonly string[] =>
  Object.keys(queryKeys[list]).filter((key) => isForAgents(list, key));
