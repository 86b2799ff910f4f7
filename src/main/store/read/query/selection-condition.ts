import type { ProxyOwner } from '../../../../shared/lists.ts';
import type { AnnotatedList } from '../../../../shared/tag.ts';
import { compileQuery } from './compile-query.ts';
import type { Condition } from './condition.ts';
import type { ResolvedSelection } from '../../types.ts';
import { idOf } from '../../schema/codec.ts';
import { layoutOf, layouts, type Layout } from '../../schema/layout.ts';

/**
 * The condition on the rows `r` of a list that are selected; IDs that are not in the
 * cache choose nothing.
 */
export function compileSelection(
  selection: ResolvedSelection,
  list: AnnotatedList | ProxyOwner = 'proxies',
): Condition {
  if (selection.kind === 'ids') return hasId(layoutOf(list), 'IN', selection.ids);
  const { sql, params } = compileQuery(list, selection.where);
  if (selection.excludedIds.length === 0) return { sql, params };
  const excluded = hasId(layoutOf(list), 'NOT IN', selection.excludedIds);
  return { sql: `${sql} AND ${excluded.sql}`, params: [...params, ...excluded.params] };
}

/** The statement that returns the IDs of the selected rows, as they are stored, in ascending order. */
export function selectIds(list: AnnotatedList, selection: ResolvedSelection): Condition {
  const { sql, params } = compileSelection(selection, list);
  const { table, id } = layouts[list];
  return {
    sql: `SELECT r.${id.field} FROM ${table} r WHERE ${sql} ORDER BY r.${id.field}`,
    params,
  };
}

/** IDs as a JSON list: one parameter, however many there are. */
function hasId(layout: Layout, operator: 'IN' | 'NOT IN', ids: readonly string[]): Condition {
  const { sql, value } = idOf(layout);
  return {
    sql: `${sql} ${operator} (SELECT value FROM json_each(?))`,
    params: [JSON.stringify(ids.map((id) => value(id)))],
  };
}
