import { isSelected, listOf, type RowList, type Rows } from '../../../../shared/rows.ts';
import type { AnnotatedList } from '../../../../shared/tag.ts';
import { layoutOf, layouts } from '../../schema/layout.ts';
import { idOf } from '../../schema/codec.ts';
import { readQuery } from '../../../../shared/filter/query.ts';
import { accessibleTo } from './access-condition.ts';
import { compileQuery } from './compile-query.ts';
import type { Condition } from './condition.ts';

/**
 * Compiles rows into a condition on proxies `r`; skips unknown IDs and replaced proxies.
 *
 * @throws FailureError `invalid-input`
 */
export const compileProxies = (rows: Rows): Condition => proxiesOf[listOf(rows)](compileOwn(rows));

const proxiesOf: { readonly [L in RowList]: (rows: Condition) => Condition } = {
  proxies: (rows) => rows,
  services: ({ sql, params }) => ({
    sql: `r.service_id IN (SELECT r.service_id FROM service r WHERE ${sql})`,
    params,
  }),
  proxy_users: ({ sql, params }) =>
    accessibleTo({ sql: `u.key IN (SELECT r.key FROM proxy_user r WHERE ${sql})`, params }),
  changes: ({ sql, params }) => ({
    sql: `r.proxy_id IN (SELECT r.record_id FROM change r WHERE r.list = 'proxies' AND ${sql})`,
    params,
  }),
  tested: ({ sql, params }) => ({
    sql: `r.proxy_id IN (SELECT r.proxy_id FROM tested_proxy r WHERE r.is_replaced = 0 AND ${sql})`,
    params,
  }),
  requests: ({ sql, params }) => ({
    sql: `r.proxy_id IN (SELECT r.proxy_id FROM gateway_request r WHERE ${sql})`,
    params,
  }),
};

/** The list that has the tags and notes of rows. */
export const annotatedBy = (rows: Rows): AnnotatedList => (listOf(rows) === 'services' ? 'services' : 'proxies');

/** The condition on the rows `r` of that list. */
export const compileAnnotated = (rows: Rows): Condition =>
  listOf(rows) === 'services' ? compileOwn(rows) : compileProxies(rows);

/** The statement for the stored IDs of annotated rows, ascending. */
export function selectAnnotated(rows: Rows): Condition {
  const { sql, params } = compileAnnotated(rows);
  const { table, id } = layouts[annotatedBy(rows)];
  return {
    sql: `SELECT r.${id.field} FROM ${table} r WHERE ${sql} ORDER BY r.${id.field}`,
    params,
  };
}

function compileOwn(rows: Rows): Condition {
  const list = listOf(rows);
  if (rows.kind === 'ids') return hasId(list, 'IN', rows.ids);
  const { sql, params } = compileQuery(list, readQuery(rows.where, list));
  if (!isSelected(rows)) return { sql, params };
  const excluded = hasId(list, 'NOT IN', rows.excludedIds ?? []);
  return { sql: `${sql} AND ${excluded.sql}`, params: [...params, ...excluded.params] };
}

/** One parameter, however many IDs. */
function hasId(list: RowList, operator: 'IN' | 'NOT IN', ids: readonly string[]): Condition {
  const { sql, value } = idOf(layoutOf(list));
  return {
    sql: `${sql} ${operator} (SELECT value FROM json_each(?))`,
    params: [JSON.stringify(ids.map((id) => value(id)))],
  };
}
