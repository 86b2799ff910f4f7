import type { JsonValue } from '../../shared/json.ts';
import type { Query } from '../../shared/query-term.ts';
import { encodeId } from './codec.ts';
import { decodeValue } from './column-form.ts';
import { asksProfilesOnly, compileQuery } from './compile-query.ts';
import type { SqlRow } from './connection.ts';
import type { StoreContext } from './context.ts';
import type { BrowsableList } from './contract.ts';
import type { ListSource } from './list-source.ts';
import { createRecordReader } from './record-reader.ts';
import { settleTerms } from './settle-terms.ts';
import { createWindowReader } from './read-window.ts';
import { selectWindow } from './select-window.ts';

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
  const readWindow = createWindowReader(source, context);
  const toRow = (row: SqlRow): Row => {
    const fields: { [field: string]: JsonValue } = {};
    shown.forEach(({ field, form }, index) => {
      fields[field] = decodeValue(form, row[index] ?? null);
    });
    // The source names the fields of Row, and the forms give their types.
    return fields as Row;
  };

  return {
    list(window) {
      return readWindow({ ...window, where: settle(window.where) }, rowColumns).map(toRow);
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
