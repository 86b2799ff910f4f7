import type { SqlValue } from './column-form.ts';
import { compileQuery } from './compile-query.ts';
import type { Condition } from './condition.ts';
import type { ListWindow } from './contract.ts';
import type { Landmark } from './landmarks.ts';
import type { ListSource } from './list-source.ts';
import type { ProfileRun } from './profile-runs.ts';
import { compileSort } from './sort.ts';

/** Beyond this a limit means: all there are. */
const maxLimit = 2 ** 31;

/** Where to begin in an order that the rows lie in. */
export interface InPlace {
  readonly offset: number;
  readonly limit: number;
  /** Counted and given from the end. */
  readonly isReversed?: boolean;
  /** `offset` is counted from here instead of from the beginning. */
  readonly from?: Landmark | undefined;
}

/** In the place of a sort value: there is none, the keys give the order. */
export const keyOrder = 'NULL';

/** The only value that a list is sorted by; undefined where there are several. */
export const sortValue = (
  source: ListSource,
  [first, second]: ListWindow['sort'],
): string | undefined => (first && !second ? source.expressions.get(first.field)?.sql : undefined);

/** The rows that are not before a landmark and have a value. Indexed values are compared as they are. */
function notBefore(
  source: ListSource,
  sort: ListWindow['sort'],
  from: Landmark | undefined,
): Condition {
  if (from === undefined) return { sql: 'TRUE', params: [] };
  const value = sortValue(source, sort);
  if (value === undefined) return { sql: 'r.key >= ?', params: [from.key] };
  const after = sort[0]?.isDescending === true ? '<' : '>';
  return {
    sql: `${value} ${after}= ? AND (${value} ${after} ? OR r.key >= ?)`,
    params: [from.value, from.value, from.key],
  };
}

/** Whether the rows lie in the order that is asked for, in the table or in an index. */
export const isWalked = (source: ListSource, { sort }: Pick<ListWindow, 'sort'>): boolean =>
  sort[0] === undefined || source.indexedFields.has(sort[0].field);

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

const both = (one: Condition, other: Condition): Condition =>
  other.sql === 'TRUE'
    ? one
    : { sql: `(${one.sql}) AND ${other.sql}`, params: [...one.params, ...other.params] };

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
  { isReversed = false, from }: Pick<InPlace, 'isReversed' | 'from'> = {},
): { sql: string; params: SqlValue[] } {
  const condition = both(compileQuery(source.list, where), notBefore(source, sort, from));
  const order = compileSort(source, sort, isReversed);
  const isInPlace = where.terms.length === 0;
  const table = tableOf(source, { where, sort });
  return selectRows(source, { condition, order, offset, limit, isInPlace, table }, columns);
}

/** The statement for the rows of one run. */
export function selectRun(
  source: ListSource,
  {
    profileIds,
    isDense,
    offset,
    limit,
    isReversed,
    from,
  }: Pick<ProfileRun, 'profileIds' | 'isDense'> & InPlace,
  columns: string,
): Condition {
  const ofProfiles = {
    // The plus keeps the index out: rows are walked as received until there are enough.
    sql: `${isDense ? '+' : ''}r.profile_id IN (SELECT value FROM json_each(?))`,
    params: [JSON.stringify(profileIds)],
  };
  const condition = both(ofProfiles, notBefore(source, [], from));
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
