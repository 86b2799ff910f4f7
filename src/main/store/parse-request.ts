import { fail } from '../../shared/failure.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import type { ListRequest, Query } from '../../shared/filter/query-term.ts';
import type { ListName, ProxyOwner } from '../../shared/lists.ts';
import type { AnnotatedList } from '../../shared/tag.ts';
import type { ProxySelection } from '../../shared/testing/test-run.ts';
import type { ListWindow, ResolvedSelection } from './types.ts';

/** Parses a filter text. Failure `invalid-input` names the problem and its position. */
export function readQuery(text: string, list: ListName): Query {
  const parsed = parseQuery(text, list);
  if (parsed.ok) return parsed.query;
  const { message, start } = parsed.problem;
  throw fail(
    'invalid-input',
    `The filter can't be read at character ${String(start + 1)}: ${message}`,
  );
}

/** The window of a list that a request asks for, its filter parsed. */
export function readWindow(request: ListRequest, list: ListName): ListWindow {
  const { sort, offset, limit } = request;
  return { where: readQuery(request.where, list), sort, offset, limit };
}

/** A selection of rows, by default of proxies, with its filter parsed. */
export function readSelection(
  selection: ProxySelection,
  list: AnnotatedList | ProxyOwner = 'proxies',
): ResolvedSelection {
  if (selection.kind === 'ids') return selection;
  return {
    kind: 'query',
    where: readQuery(selection.where, list),
    excludedIds: selection.excludedIds ?? [],
  };
}
