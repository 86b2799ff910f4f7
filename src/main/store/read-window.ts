import type { SqlValue } from './column-form.ts';
import { compileQuery } from './compile-query.ts';
import type { Condition } from './condition.ts';
import type { SqlRow } from './connection.ts';
import type { StoreContext } from './context.ts';
import type { ListWindow } from './contract.ts';
import { createKeptOrder } from './kept-order.ts';
import type { ListSource } from './list-source.ts';
import { isDense, settleProfiles, sumCounts } from './profile-counts.ts';
import { findProfileRuns, type ProfileRun } from './profile-runs.ts';
import { compileSort } from './sort.ts';

/** Beyond this a limit means: all there are. */
const maxLimit = 2 ** 31;

/** Up to here the rows in front are passed over in less time than all are put in order. */
const deepOffset = 2000;

/**
 * Reads windows of a list by the way that suits them: by profiles, in the order in
 * which the rows lie, from whichever end is nearer, or, far down a list that has to be
 * sorted or sifted, from an order that is kept.
 *
 * @returns a function that gives the chosen columns of a window whose terms are settled
 */
export function createWindowReader(
  source: ListSource,
  context: StoreContext,
): (window: ListWindow, columns: string) => SqlRow[] {
  const { writer, profileCounts } = context;
  const keptOrder = createKeptOrder(writer);
  const all = ({ sql, params }: Condition): SqlRow[] => writer.all(sql, ...params);

  return (asked, columns) => {
    if (source.list !== 'proxies') return all(selectWindow(source, asked, columns));
    const runs = findProfileRuns(context, source, asked);
    if (runs) {
      return runs.flatMap((run) => {
        const rows = all(selectRun(source, run, columns));
        return run.isReversed ? rows.reverse() : rows;
      });
    }
    const window = { ...asked, where: settleProfiles(profileCounts, asked.where) };
    const { where, sort, offset, limit } = window;
    if (where.terms.length === 0 && isWalked(source, window)) {
      const total = sumCounts(profileCounts.all());
      if (offset * 2 < total) return all(selectWindow(source, window, columns));
      const taken = Math.max(0, Math.min(limit, total - offset));
      const fromEnd = { ...window, offset: total - offset - taken, limit: taken };
      return all(selectWindow(source, fromEnd, columns, true)).reverse();
    }
    if (offset < deepOffset) {
      const tested = isTestedFirst(source, context, sort)
        ? all(selectTested(source, window, columns))
        : [];
      return tested.length === limit ? tested : all(selectWindow(source, window, columns));
    }
    const question = JSON.stringify([where.terms, sort]);
    const select = (): Condition => selectKeys(source, { where, sort });
    const keys = keptOrder.keys(question, select, offset, limit);
    return all(selectByKeys(source, keys, columns));
  };
}

/** Whether the rows lie in the order that is asked for, in the table or in an index. */
const isWalked = (source: ListSource, { sort }: Pick<ListWindow, 'sort'>): boolean =>
  sort[0] === undefined || source.indexedFields.has(sort[0].field);

/** Whether the proxies that have been tested come first, and are so few that each can be looked up. */
function isTestedFirst(
  source: ListSource,
  { writer, profileCounts }: StoreContext,
  [first]: ListWindow['sort'],
): boolean {
  if (first?.isDescending !== true || !source.testedFields.has(first.field)) return false;
  const tested = Number(writer.get('SELECT count(*) FROM proxy_test')?.[0]);
  return !isDense(tested, sumCounts(profileCounts.all()));
}

/** The statement for a window among the proxies whose tests give the first sort key a value above nothing. */
export function selectTested(
  source: ListSource,
  { where, sort, offset, limit }: ListWindow,
  columns: string,
): Condition {
  const { sql, params } = compileQuery(source.list, where);
  const [first] = sort;
  const value = first && source.expressions.get(first.field)?.sql;
  return selectRows(
    source,
    {
      condition: { sql: `(${sql}) AND ${value ?? 'NULL'} > 0`, params },
      order: compileSort(source, sort),
      offset,
      limit,
      isInPlace: false,
      table: `proxy_test tested CROSS JOIN ${source.layout.table} r ON r.proxy_id = tested.proxy_id`,
    },
    columns,
  );
}

/** The statement for the keys of a whole list in its order. */
export function selectKeys(
  source: ListSource,
  { where, sort }: Pick<ListWindow, 'where' | 'sort'>,
): Condition {
  const { sql, params } = compileQuery(source.list, where);
  return {
    sql: `SELECT r.key FROM ${tableOf(source, { where, sort })} ${source.joins}
      WHERE ${sql} ORDER BY ${compileSort(source, sort)}`,
    params,
  };
}

/** The statement for rows whose keys are known, in the order of the keys. */
export function selectByKeys(
  source: ListSource,
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

/** Where nearly every row is read, the order of an index would take several times as long. */
function tableOf(source: ListSource, { where, sort }: Pick<ListWindow, 'where' | 'sort'>): string {
  const isScan =
    sort.length > 0 &&
    !isWalked(source, { sort }) &&
    where.terms.every(({ key }) => key === 'denseProfiles');
  return `${source.layout.table} r${isScan ? ' NOT INDEXED' : ''}`;
}

/**
 * The statement for a window: first the keys of its rows, then all that is shown
 * of just those. Sorting whole rows would carry every column of every row along.
 */
export function selectWindow(
  source: ListSource,
  { where, sort, offset, limit }: ListWindow,
  columns: string,
  /** Counted and given from the end. */
  isReversed = false,
): { sql: string; params: SqlValue[] } {
  const condition = compileQuery(source.list, where);
  const order = compileSort(source, sort, isReversed);
  const isInPlace = where.terms.length === 0;
  const table = tableOf(source, { where, sort });
  return selectRows(source, { condition, order, offset, limit, isInPlace, table }, columns);
}

/** The statement for the rows of one run. */
export function selectRun(
  source: ListSource,
  { profileIds, offset, limit, isDense, isReversed }: ProfileRun,
  columns: string,
): Condition {
  const condition = {
    // The plus keeps the index out: rows are walked as received until there are enough.
    sql: `${isDense ? '+' : ''}r.profile_id IN (SELECT value FROM json_each(?))`,
    params: [JSON.stringify(profileIds)],
  };
  return selectRows(
    source,
    { condition, order: isReversed ? 'r.key DESC' : 'r.key', offset, limit, isInPlace: isDense },
    columns,
  );
}

function selectRows(
  source: ListSource,
  parts: {
    condition: Condition;
    order: string;
    offset: number;
    limit: number;
    /** The rows are found in their order, so that none has to be sorted. */
    isInPlace: boolean;
    table?: string;
  },
  columns: string,
): { sql: string; params: SqlValue[] } {
  const { condition, order, offset, limit, isInPlace } = parts;
  const { table = `${source.layout.table} r` } = parts;
  const window = [limit < maxLimit ? limit : -1, offset];
  if (isInPlace && order === 'r.key' && offset === 0) {
    return {
      sql: `${source.with} SELECT ${columns} FROM ${source.from}
        WHERE ${condition.sql} ORDER BY ${order} LIMIT ? OFFSET ?`,
      params: [...condition.params, ...window],
    };
  }
  // CROSS JOIN keeps the chosen keys in front, and with them their order.
  return {
    sql: `${source.with} SELECT ${columns} FROM (
        SELECT r.key AS chosen_key FROM ${table} ${source.joins}
        WHERE ${condition.sql} ORDER BY ${order} LIMIT ? OFFSET ?
      ) CROSS JOIN ${source.layout.table} r ON r.key = chosen_key ${source.joins}`,
    params: [...condition.params, ...window],
  };
}
