import { fail } from '../../../shared/failure.ts';
import type { SortKey } from '../../../shared/filter/query-term.ts';
import type { ColumnForm } from '../schema/column-form.ts';
import type { ListWindow } from '../types.ts';
import { compileQuery } from './query/compile-query.ts';
import type { Condition } from './query/condition.ts';
import type { ListSource } from './query/list-source.ts';
import { fold } from '../sqlite/sql-functions.ts';

/** SQLite's limit that means: all. */
const noLimit = -1;
const maxLimit = 2 ** 31;

/**
 * The statement for the keys of a list in its order.
 *
 * @param options.isWhole all of them are read
 */
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
  const mayUseIndex = !isWhole || sort.length === 0 || (sort.length === 1 && where.terms.length === 0);
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
 * The condition on a row and what is joined to it that a field begins with a text.
 *
 * @throws FailureError `invalid-input` for a field that the list does not have
 */
export function beginsWith(source: ListSource, fields: readonly string[], prefix: string): Condition {
  const folded = fold(prefix);
  const begins = fields.map((field) => {
    const expression = source.expressions.get(field);
    if (expression === undefined) throw fail('invalid-input', `The list has no field "${field}".`);
    return `substr(fold(CAST(${expression.sql} AS TEXT)), 1, length(?)) = ?`;
  });
  return { sql: `(${begins.join(' OR ')})`, params: fields.flatMap(() => [folded, folded]) };
}

/** The statement for the key of the first row of a list with a field that begins with a text. */
export function selectBeginning(
  source: ListSource,
  { where, sort }: Pick<ListWindow, 'where' | 'sort'>,
  fields: readonly string[],
  prefix: string,
): Condition {
  const { sql, params } = compileQuery(source.list, where);
  const begins = beginsWith(source, fields, prefix);
  return {
    sql: `${source.with} SELECT r.key FROM ${source.layout.table} r ${source.joins}
      WHERE (${sql}) AND ${begins.sql} ORDER BY ${compileSort(source, sort, true)} LIMIT 1`,
    params: [...params, ...begins.params],
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

/** Only texts have letters; addresses are sorted as numbers or bytes. */
const textForms: ReadonlySet<ColumnForm> = new Set(['text', 'texts']);

/** Times are digits; comparing them as they are takes half as long. */
function isTime({ layout }: ListSource, field: string): boolean {
  const kind = layout.fields[field]?.kind;
  return kind === 'datetime' || kind === 'date';
}

/**
 * The order of a list as the text behind ORDER BY: texts ignoring case,
 * missing values last in both directions, and always the row's own key at the end, so
 * that no two rows are equal. Without sort keys: as first received, or the newest first.
 *
 * @param mayUseIndex false: SQLite sorts, and never reads rows in the order of an index
 * @throws FailureError `invalid-input` for a field that can't be sorted by
 */
export function compileSort(source: ListSource, sort: readonly SortKey[], mayUseIndex: boolean): string {
  const isComputed = sort.some(({ field }) => !source.layout.columns.some((c) => c.field === field));
  // SQLite's way to keep an expression from an index. It would read an index for the key's
  // sake alone, and look up each row in an order that is of no use.
  const sign = mayUseIndex && !isComputed ? '' : '+';
  const keys = sort.map((key) => sign + compileSortKey(source, key));
  return [...keys, `${sign}r.key${source.isNewestFirst ? ' DESC' : ''}`].join(', ');
}

/**
 * One key of an order. It is written so that an index on the column can give the order.
 *
 * @param order what it sorts by, if that is not the expression of the field
 */
export function compileSortKey(source: ListSource, { field, isDescending }: SortKey, order?: string): string {
  const expression = source.expressions.get(field);
  if (expression === undefined) {
    throw fail(
      'invalid-input',
      `The list can't be sorted by "${field}". It can by: ${[...source.expressions.keys()].join(', ')}.`,
    );
  }
  const hasLetters = textForms.has(expression.form) && !isTime(source, field);
  const collation = hasLetters && expression.order === undefined ? ' COLLATE NOCASE' : '';
  const direction = isDescending ? 'DESC' : 'ASC';
  return `${order ?? expression.order ?? expression.sql}${collation} ${direction} NULLS LAST`;
}
