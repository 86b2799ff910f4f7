import { fail } from '../../../shared/failure.ts';
import type { ListWindow } from '../types.ts';
import { compileQuery } from './query/compile-query.ts';
import type { Condition } from './query/condition.ts';
import type { ListSource } from './query/list-source.ts';
import { compileSort } from './query/sort.ts';
import { fold } from '../sqlite/sql-functions.ts';

/** SQLite's limit that means: all. */
const noLimit = -1;
const maxLimit = 2 ** 31;

/** The statement for the keys of a list in its order; `isWhole`: all of them are read. */
export function selectKeys(
  source: ListSource,
  { where, sort }: Pick<ListWindow, 'where' | 'sort'>,
  { isWhole }: { readonly isWhole: boolean },
): Condition {
  const { sql, params } = compileQuery(source.list, where);
  // Without an order nothing but the row itself is needed.
  const joins = sort.length === 0 ? '' : source.joins;
  // Reading all rows of a filter in the order of an index looks up each row on its own, which
  // takes four times as long as sorting.
  const mayUseIndex =
    !isWhole || sort.length === 0 || (sort.length === 1 && where.terms.length === 0);
  return {
    sql: `SELECT r.key AS chosen_key FROM ${source.layout.table} r ${joins}
      WHERE ${sql} ORDER BY ${compileSort(source, sort, mayUseIndex)}`,
    params,
  };
}

/**
 * The statement for a page: first the keys of its rows, then the columns of just
 * those. Sorting whole rows would carry every column of every row along.
 */
export function selectPage(source: ListSource, window: ListWindow, columns: string): Condition {
  const isWhole = window.limit >= maxLimit;
  const { sql, params } = selectKeys(source, window, { isWhole });
  const limit = isWhole ? noLimit : window.limit;
  return {
    // CROSS JOIN keeps the chosen keys in front, and with them their order.
    sql: `${source.with} SELECT ${columns} FROM (${sql} LIMIT ? OFFSET ?)
      CROSS JOIN ${source.layout.table} r ON r.key = chosen_key ${source.joins}`,
    params: [...params, limit, window.offset],
  };
}

/**
 * The statement for the key of the first row of a list with a field that begins with a text.
 *
 * @throws FailureError `invalid-input` for a field that the list does not have
 */
export function selectBeginning(
  source: ListSource,
  { where, sort }: Pick<ListWindow, 'where' | 'sort'>,
  fields: readonly string[],
  prefix: string,
): Condition {
  const { sql, params } = compileQuery(source.list, where);
  const folded = fold(prefix);
  const begins = fields.map((field) => {
    const expression = source.expressions.get(field);
    if (expression === undefined) throw fail('invalid-input', `The list has no field "${field}".`);
    return `substr(fold(CAST(${expression.sql} AS TEXT)), 1, length(?)) = ?`;
  });
  return {
    sql: `${source.with} SELECT r.key FROM ${source.layout.table} r ${source.joins}
      WHERE (${sql}) AND (${begins.join(' OR ')}) ORDER BY ${compileSort(source, sort, true)} LIMIT 1`,
    params: [...params, ...fields.flatMap(() => [folded, folded])],
  };
}

/** The statement for rows whose keys are known, in the order of the keys. */
export function selectByKeys(
  source: Pick<ListSource, 'with' | 'layout' | 'joins'>,
  keys: readonly number[],
  columns: string,
): Condition {
  return {
    sql: `${source.with} SELECT ${columns} FROM json_each(?) chosen
      CROSS JOIN ${source.layout.table} r ON r.key = chosen.value ${source.joins}
      ORDER BY chosen.key`,
    params: [JSON.stringify(keys)],
  };
}
