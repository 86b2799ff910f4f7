import { readQuery } from '../../shared/filter/query.ts';
import type { ListRequest } from '../../shared/filter/query-term.ts';
import type { ListName } from '../../shared/lists.ts';
import type { ListWindow } from './types.ts';

/** The window of a list that a request asks for, its filter parsed. */
export function readWindow(request: ListRequest, list: ListName): ListWindow {
  const { sort, offset, limit } = request;
  return { where: readQuery(request.where, list), sort, offset, limit };
}
