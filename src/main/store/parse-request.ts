import { fail } from '../../shared/failure.ts';
import { isDate, readQuery } from '../../shared/filter/query.ts';
import { changeKinds } from '../../shared/records/change.ts';
import type { ListRequest } from '../../shared/filter/query-term.ts';
import type { ListName } from '../../shared/lists.ts';
import type { ListWindow } from './types.ts';

/** The window of a list that a request asks for, its filter parsed. */
export function readWindow(request: ListRequest, list: ListName): ListWindow {
  const { sort, offset, limit } = request;
  return { where: readQuery(request.where, list), sort, offset, limit };
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
  throw fail('invalid-input', `--since takes the number of a sync, or a date such as 2026-11-01, not "${since}".`);
}

function kindTerm(kinds: readonly string[]): string {
  const unknown = kinds.find((kind) => !changeKinds.some((known) => known === kind));
  if (unknown !== undefined) {
    throw fail('invalid-input', `--kind takes ${changeKinds.join(', ')}, not "${unknown}".`);
  }
  return kinds.length === 0 ? '' : `kind:${kinds.join(',')}`;
}
