import type { JsonValue } from '../../shared/json.ts';
import type { Query } from '../../shared/query-term.ts';
import { encodeId } from './codec.ts';
import { decodeValue, type SqlValue } from './column-form.ts';
import { asksProfilesOnly, compileQuery } from './compile-query.ts';
import type { Condition } from './condition.ts';
import type { SqlRow } from './connection.ts';
import type { StoreContext } from './context.ts';
import type { BrowsableList, ListWindow } from './contract.ts';
import type { ListSource } from './list-source.ts';
import { settleProfiles } from './profile-counts.ts';
import { findProfileRuns, type ProfileRun } from './profile-runs.ts';
import { createRecordReader } from './record-reader.ts';
import { settleTerms } from './settle-terms.ts';
import { compileSort } from './sort.ts';

/** Beyond this a limit means: all there are. */
const maxLimit = 2 ** 31;

/**
 * Builds one list that is browsed. `Row` must be the row type that the source's
 * `rowFields` name.
 */
export function createBrowsableList<Row>(
  source: ListSource,
  context: StoreContext,
): BrowsableList<Row> {
  const { layout, expressions, rowFields } = source;
  const { writer } = context;
  const shown = rowFields.map((field) => {
    const expression = expressions.get(field);
    if (!expression) throw new Error(`The list has no ${field}.`);
    return expression;
  });
  const reader = createRecordReader(source, context);
  const rowColumns = shown.map(({ sql }) => sql).join(', ');
  const byId = `WHERE r.${layout.id.field} = ?`;

  const settle = (where: Query): Query =>
    source.list === 'proxies' ? settleTerms(writer, where) : where;
  const settleScan = (where: Query): Query =>
    source.list === 'proxies' ? settleProfiles(context.profileCounts, where) : where;
  const toRow = (row: SqlRow): Row => {
    const fields: { [field: string]: JsonValue } = {};
    shown.forEach(({ field, form }, index) => {
      fields[field] = decodeValue(form, row[index] ?? null);
    });
    // The source names the fields of Row, and the forms give their types.
    return fields as Row;
  };

  return {
    list(asked) {
      const window = { ...asked, where: settle(asked.where) };
      const runs = findProfileRuns(context, source, window);
      const statements = runs
        ? runs.map((run) => selectRun(source, run, rowColumns))
        : [selectWindow(source, { ...window, where: settleScan(window.where) }, rowColumns)];
      return statements.flatMap(({ sql, params }) => writer.all(sql, ...params)).map(toRow);
    },
    count(where) {
      return countRows(context, source, settle(where));
    },
    get(id) {
      const sql = `${source.with} SELECT ${rowColumns} FROM ${source.from} ${byId}`;
      const row = writer.get(sql, encodeId(layout, id));
      return row && toRow(row);
    },
    *records(window, { secrets }) {
      const vault = secrets ? context.vault() : undefined;
      const { sql, params } = selectWindow(source, window, reader.selected);
      const connection = context.reader();
      for (const row of connection.iterate(sql, ...params)) {
        yield reader.read(row, connection, vault);
      }
    },
    record(id, { secrets }) {
      const vault = secrets ? context.vault() : undefined;
      const sql = `SELECT ${reader.selected} FROM ${source.from} ${byId}`;
      const row = writer.get(sql, encodeId(layout, id));
      return row && reader.read(row, writer, vault);
    },
  };
}

function countRows(
  { writer, profileCounts }: StoreContext,
  source: ListSource,
  where: Query,
): number {
  if (source.list === 'proxies' && where.terms.every(asksProfilesOnly)) {
    return profileCounts.matching(where).reduce((sum, { count }) => sum + count, 0);
  }
  const { sql, params } = compileQuery(source.list, where);
  const count = `SELECT count(*) FROM ${source.layout.table} r WHERE ${sql}`;
  return Number(writer.get(count, ...params)?.[0]);
}

/**
 * The statement for a window: first the keys of its rows, then all that is shown
 * of just those. Sorting whole rows would carry every column of every row along.
 */
export function selectWindow(
  source: ListSource,
  { where, sort, offset, limit }: ListWindow,
  columns: string,
): { sql: string; params: SqlValue[] } {
  const condition = compileQuery(source.list, where);
  const order = compileSort(source, sort);
  const isInPlace = where.terms.length === 0;
  const sortedBy = sort[0]?.field ?? source.layout.id.field;
  const isScan =
    !source.indexedFields.has(sortedBy) && where.terms.every(({ key }) => key === 'denseProfiles');
  return selectRows(source, { condition, order, offset, limit, isInPlace, isScan }, columns);
}

/** The statement for the rows of one run. */
export function selectRun(
  source: ListSource,
  { profileIds, offset, limit, isDense }: ProfileRun,
  columns: string,
): Condition {
  const condition = {
    // The plus keeps the index out: rows are walked as received until there are enough.
    sql: `${isDense ? '+' : ''}r.profile_id IN (SELECT value FROM json_each(?))`,
    params: [JSON.stringify(profileIds)],
  };
  return selectRows(
    source,
    { condition, order: 'r.key', offset, limit, isInPlace: isDense },
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
    /** Nearly every row is read: in the order of an index that takes several times as long. */
    isScan?: boolean;
  },
  columns: string,
): { sql: string; params: SqlValue[] } {
  const { condition, order, offset, limit, isInPlace, isScan = false } = parts;
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
        SELECT r.key AS chosen_key
        FROM ${source.layout.table} r ${isScan ? 'NOT INDEXED' : ''} ${source.joins}
        WHERE ${condition.sql} ORDER BY ${order} LIMIT ? OFFSET ?
      ) CROSS JOIN ${source.layout.table} r ON r.key = chosen_key ${source.joins}`,
    params: [...condition.params, ...window],
  };
}
