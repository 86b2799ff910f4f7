import type { AnnotatedList } from '../../shared/tag.ts';
import { encodeId } from './codec.ts';
import { compileQuery } from './compile-query.ts';
import type { Condition } from './condition.ts';
import type { Connection } from './connection.ts';
import type { ResolvedSelection } from './contract.ts';
import { layouts, type Layout } from './layout.ts';

/**
 * The condition on the rows `r` of a list that are chosen; ids that are not in the
 * offline copy choose nothing.
 *
 * @throws FailureError `invalid-input` as of `compileQuery`
 */
export function compileSelection(
  connection: Connection,
  selection: ResolvedSelection,
  list: AnnotatedList = 'proxies',
): Condition {
  if (selection.kind === 'ids') {
    return {
      sql: 'r.key IN (SELECT value FROM json_each(?))',
      params: [findKeys(connection, layouts[list], selection.ids)],
    };
  }
  const { sql, params } = compileQuery(list, selection.where);
  if (selection.excludedIds.length === 0) return { sql, params };
  return {
    sql: `${sql} AND r.key NOT IN (SELECT value FROM json_each(?))`,
    params: [...params, findKeys(connection, layouts[list], selection.excludedIds)],
  };
}

/** The statement that gives the ids of the rows that are chosen, as they are stored, in ascending order. */
export function selectIds(
  connection: Connection,
  list: AnnotatedList,
  selection: ResolvedSelection,
): Condition {
  const { sql, params } = compileSelection(connection, selection, list);
  const { table, id } = layouts[list];
  return {
    sql: `SELECT r.${id.field} FROM ${table} r WHERE ${sql} ORDER BY r.${id.field}`,
    params,
  };
}

/** Keys as a JSON list: one parameter, however many there are. Unknown ids have none. */
function findKeys(connection: Connection, layout: Layout, ids: readonly string[]): string {
  const find = connection.prepare(`SELECT key FROM ${layout.table} WHERE ${layout.id.field} = ?`);
  const keys: number[] = [];
  for (const id of ids) {
    const key = find.get(encodeId(layout, id))?.[0];
    if (typeof key === 'number') keys.push(key);
  }
  return JSON.stringify(keys);
}
