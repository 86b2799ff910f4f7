import { fail } from '../../shared/failure.ts';
import { isDate } from '../../shared/filter/query-age.ts';
import { changeKinds } from '../../shared/records/change.ts';
import { parseQuery } from '../../shared/filter/query.ts';
import type { ListRequest, Query } from '../../shared/filter/query-term.ts';
import type { ListName, ProxyOwner } from '../../shared/lists.ts';
import type { AnnotatedList } from '../../shared/tag.ts';
import type { ProxySelection } from '../../shared/test-runs/test-run.ts';
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

/**
 * The filter of changes since a sync or a date and of some kinds, together with another filter.
 *
 * @param options.since the number of a sync, whose own changes are not meant, or a date in UTC
 * @throws FailureError `invalid-input`
 */
export function changesFilter(options: {
  readonly where?: string | undefined;
  readonly since?: string | undefined;
  readonly kinds: readonly string[];
}): string {
  const { where = '', since, kinds } = options;
  return [where, sinceTerm(since), kindTerm(kinds)].join(' ').trim();
}

function sinceTerm(since: string | undefined): string {
  if (since === undefined) return '';
  if (/^\d+$/.test(since)) return `sync:>${since}`;
  const date = since.replace(/Z$/, '');
  if (isDate(date)) return `found:">=${date.replace('T', ' ')}"`;
  throw fail(
    'invalid-input',
    `--since takes the number of a sync, or a date such as 2026-11-01, not "${since}".`,
  );
}

function kindTerm(kinds: readonly string[]): string {
  const unknown = kinds.find((kind) => !changeKinds.some((known) => known === kind));
  if (unknown !== undefined) {
    throw fail('invalid-input', `--kind takes ${changeKinds.join(', ')}, not "${unknown}".`);
  }
  return kinds.length === 0 ? '' : `kind:${kinds.join(',')}`;
}
