import type { Query } from '../../../shared/filter/query-term.ts';
import type { AnnotatedList } from '../../../shared/tag.ts';
import { decodeValue } from '../records/column-form.ts';
import { compileQuery } from '../query/compile-query.ts';
import type { StoreContext } from '../context.ts';
import { layouts } from '../records/layout.ts';
import { compileSelection } from '../query/selection-condition.ts';

/** Those of the IDs that a filter finds; each is looked up, so the filter checks only these rows. */
export function findStill(
  { writer }: StoreContext,
  list: AnnotatedList,
  where: Query,
  ids: readonly string[],
): string[] {
  const { table, id } = layouts[list];
  const chosen = compileSelection({ kind: 'ids', ids }, list);
  const wanted = compileQuery(list, where);
  const sql = `SELECT r.${id.field} FROM ${table} r WHERE ${chosen.sql} AND ${wanted.sql}`;
  // Ids are texts, whatever they are stored as.
  return writer
    .all(sql, ...chosen.params, ...wanted.params)
    .map(([stored = null]) => decodeValue(id.form, stored) as string);
}
