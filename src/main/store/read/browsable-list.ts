import type { JsonValue } from '../../../shared/json.ts';
import type { SqlRow } from '../connection.ts';
import type { StoreContext } from '../context.ts';
import type { BrowsableList, ListWindow } from '../contract.ts';
import { compileQuery } from '../query/compile-query.ts';
import type { Condition } from '../query/condition.ts';
import type { ListSource } from '../query/list-source.ts';
import { encodeId } from '../records/codec.ts';
import { decodeValue } from '../records/column-form.ts';
import { createRecordReader } from '../records/record-reader.ts';
import { createListKeys } from './list-keys.ts';
import { selectBeginning, selectByKeys, selectKeys, selectPage } from './select.ts';

/** Pages that end above this row are read on their own; a deeper one reads the keys of the full list once. */
const deepRow = 1000;

/**
 * Builds one list that is browsed. `Row` must be the row type that the source's
 * `rowFields` name.
 */
export function createBrowsableList<Row>(
  source: ListSource,
  context: StoreContext,
): BrowsableList<Row> {
  const { list, layout, expressions, rowFields } = source;
  const { writer } = context;
  const shown = rowFields.map((field) => {
    const expression = expressions.get(field);
    if (!expression) throw new Error(`The list has no ${field}.`);
    return expression;
  });
  const reader = createRecordReader(layout);
  const listKeys = createListKeys(writer);
  const rowColumns = shown.map(({ sql }) => sql).join(', ');
  const byId = `WHERE r.${layout.id.field} = ?`;

  const readPage = (window: ListWindow): SqlRow[] => {
    const { where, sort, offset, limit } = window;
    const isDeep = offset + limit > deepRow;
    const { sql, params } = isDeep
      ? selectByKeys(
          source,
          listKeys.read(
            JSON.stringify([where.terms, sort]),
            () => selectKeys(source, window, { isWhole: true }),
            offset,
            limit,
          ),
          rowColumns,
        )
      : selectPage(source, window, rowColumns);
    return writer.all(sql, ...params);
  };
  const toRow = (row: SqlRow): Row => {
    const fields: { [field: string]: JsonValue } = {};
    shown.forEach(({ field, form }, index) => {
      fields[field] = decodeValue(form, row[index] ?? null);
    });
    // The source names the fields of Row, and the forms give their types.
    return fields as Row;
  };

  return {
    list: (window) => readPage(window).map(toRow),
    count(where) {
      const { sql, params } = compileQuery(list, where);
      const count = `SELECT count(*) FROM ${layout.table} r WHERE ${sql}`;
      return Number(writer.get(count, ...params)?.[0]);
    },
    findRow(window, fields, prefix) {
      const { sql, params } = selectBeginning(source, window, fields, prefix);
      const key = writer.get(sql, ...params)?.[0];
      if (key === undefined) return null;
      const name = JSON.stringify([window.where.terms, window.sort]);
      const readKeys = (): Condition => selectKeys(source, window, { isWhole: true });
      const keys = listKeys.read(name, readKeys, 0, Infinity);
      const index = keys.indexOf(Number(key));
      return index < 0 ? null : index;
    },
    get(id) {
      const sql = `${source.with} SELECT ${rowColumns} FROM ${layout.table} r ${source.joins} ${byId}`;
      const row = writer.get(sql, encodeId(layout, id));
      return row && toRow(row);
    },
    *records(window, { secrets }) {
      const vault = secrets ? context.vault() : undefined;
      const { sql, params } = selectPage(source, window, reader.selected);
      const connection = context.reader();
      for (const row of connection.iterate(sql, ...params)) {
        yield reader.read(row, connection, vault);
      }
    },
    record(id, { secrets }) {
      const vault = secrets ? context.vault() : undefined;
      const sql = `SELECT ${reader.selected} FROM ${layout.table} r ${byId}`;
      const row = writer.get(sql, encodeId(layout, id));
      return row && reader.read(row, writer, vault);
    },
  };
}
