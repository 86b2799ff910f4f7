import { encodeId } from './codec.ts';
import { compileQuery } from './compile-query.ts';
import type { Condition } from './condition.ts';
import type { Connection } from './connection.ts';
import type { ResolvedSelection } from './contract.ts';
import { layouts } from './layout.ts';

/** The condition on a proxy `r` that it is one of a choice. */
export function compileSelection(connection: Connection, selection: ResolvedSelection): Condition {
  if (selection.kind === 'ids') {
    return {
      sql: 'r.key IN (SELECT value FROM json_each(?))',
      params: [findKeys(connection, selection.ids)],
    };
  }
  const { sql, params } = compileQuery('proxies', selection.where);
  if (selection.excludedIds.length === 0) return { sql, params };
  return {
    sql: `${sql} AND r.key NOT IN (SELECT value FROM json_each(?))`,
    params: [...params, findKeys(connection, selection.excludedIds)],
  };
}

/** Keys as a JSON list: one parameter, however many there are. Unknown ids have none. */
function findKeys(connection: Connection, ids: readonly string[]): string {
  const find = connection.prepare('SELECT key FROM proxy WHERE proxy_id = ?');
  const keys: number[] = [];
  for (const id of ids) {
    const key = find.get(encodeId(layouts.proxies, id))?.[0];
    if (typeof key === 'number') keys.push(key);
  }
  return JSON.stringify(keys);
}
