import { ownValue } from '../../../shared/own-value.ts';
import type { JsonObject, JsonValue } from '../../../shared/json.ts';
import type { Query, SortKey } from '../../../shared/filter/query-term.ts';
import type { Connection, SqlRow } from '../sqlite/connection.ts';
import type { StoreContext, ListWindow } from '../types.ts';
import { compileQuery } from './query/compile-query.ts';
import type { ListSource } from './query/list-source.ts';
import { idOf } from '../schema/codec.ts';
import { type ColumnForm, decodeValue, formatId } from '../schema/column-form.ts';
import { createRecordReader } from './record-reader.ts';
import { fail } from '../../../shared/failure.ts';
import type { Condition } from './query/condition.ts';
import { fold } from '../sqlite/sql-functions.ts';

/** Above this row, a page reads all keys of the list once. */
const deepRow = 1000;

/** Fields with an index to sort by. */
const indexedOrders: ReadonlySet<string> = new Set([
  'proxy_id',
  'proxy_ip_address',
  'proxy_ip_address_v6',
  'proxy_http_port',
  'proxy_last_update_datetime',
]);

/** Whether an unfiltered page is near the start of an order that is stored or indexed. */
export function isIndexedStart({ sort, offset, limit }: Omit<ListWindow, 'where'>): boolean {
  const [first, ...others] = sort;
  const isByIndex = first === undefined || indexedOrders.has(first.field);
  return isByIndex && others.length === 0 && offset + limit <= deepRow;
}

export type BrowsableList<Row> = ReturnType<typeof createBrowsableList<Row>>;

/** Builds a list; `Row` is the type that `rowFields` name. */
export function createBrowsableList<Row>(source: ListSource, context: StoreContext) {
  const { list, layout, expressions, rowFields } = source;
  const { writer } = context;
  const shown = rowFields.map((field) => {
    const expression = expressions.get(field);
    if (!expression) throw new Error(`The list has no ${field}.`);
    return expression;
  });
  const reader = createRecordReader(layout);
  const listKeys = createListKeys(source, writer);
  const rowColumns = shown.map(({ sql }) => sql).join(', ');
  const ids = idOf(layout);
  const byId = `WHERE ${ids.sql} = ?`;

  const readKeys = (keys: readonly number[]): Row[] => {
    const { sql, params } = selectByKeys(source, keys, rowColumns);
    return writer.all(sql, ...params).map(toRow);
  };
  const readPage = (window: ListWindow): Row[] => {
    const { sql, params } = selectPage(source, window, rowColumns);
    return writer.all(sql, ...params).map(toRow);
  };
  const indexOfKey = (window: Pick<ListWindow, 'where' | 'sort'>, key: SqlRow[number] | undefined): number | null => {
    const index = key === undefined ? -1 : listKeys(window).indexOf(Number(key));
    return index < 0 ? null : index;
  };
  const toRow = (row: SqlRow): Row => {
    const fields: { [field: string]: JsonValue } = {};
    shown.forEach(({ field, form }, index) => {
      fields[field] = decodeValue(form, row[index] ?? null);
    });
    // By names and forms of the source.
    return fields as Row;
  };

  return {
    list(window: ListWindow): Row[] {
      const end = window.offset + window.limit;
      return end > deepRow ? readKeys(listKeys(window).slice(window.offset, end)) : readPage(window);
    },
    readKeys,
    count(where: Query): number {
      const { sql, params } = compileQuery(list, where);
      const count = `SELECT count(*) FROM ${layout.table} r WHERE ${sql}`;
      return Number(writer.get(count, ...params)?.[0]);
    },
    /** Filters IDs, checking only their rows. */
    stillFound(where: Query, wanted: readonly string[]): string[] {
      const { sql, params } = compileQuery(list, where);
      const found = `SELECT r.${layout.id.field} FROM ${layout.table} r
        WHERE ${ids.sql} IN (SELECT value FROM json_each(?)) AND ${sql}`;
      return writer
        .all(found, JSON.stringify(wanted.map((id) => ids.value(id))), ...params)
        .map(([id]) => formatId(id));
    },
    /**
     * Index of the first row with a field that begins with a prefix, ignoring case; null: none. Failure `invalid-input`
     * for an unknown field.
     */
    findRow(window: Pick<ListWindow, 'where' | 'sort'>, fields: readonly string[], prefix: string): number | null {
      const { sql, params } = selectBeginning(source, window, fields, prefix);
      return indexOfKey(window, writer.get(sql, ...params)?.[0]);
    },
    /** The index of a row in a list; null: not in it. */
    indexOf(window: Pick<ListWindow, 'where' | 'sort'>, id: string): number | null {
      const { sql, params } = compileQuery(list, window.where);
      const found = `SELECT r.key FROM ${layout.table} r ${byId} AND (${sql})`;
      return indexOfKey(window, writer.get(found, ids.value(id), ...params)?.[0]);
    },
    get(id: string): Row | undefined {
      const sql = `${source.with} SELECT ${rowColumns} FROM ${layout.table} r ${source.joins} ${byId}`;
      const row = writer.get(sql, ids.value(id));
      return row && toRow(row);
    },
    /** Streams records as received; with `secrets` also passwords (failure `passwords-locked`). */
    *records(window: ListWindow, { secrets }: { readonly secrets: boolean }): Generator<JsonObject, void> {
      const vault = secrets ? context.vault() : undefined;
      const { sql, params } = selectPage(source, window, reader.selected);
      const connection = context.reader();
      for (const row of connection.iterate(sql, ...params)) {
        yield reader.read(row, connection, vault);
      }
    },
    record(id: string, { secrets }: { readonly secrets: boolean }): JsonObject | undefined {
      const vault = secrets ? context.vault() : undefined;
      const sql = `SELECT ${reader.selected} FROM ${layout.table} r ${byId}`;
      const row = writer.get(sql, ids.value(id));
      return row && reader.read(row, writer, vault);
    },
  };
}

/** Caches the keys of a list in order, eight bytes a row, until the database or list changes. Ages count from then. */
function createListKeys(source: ListSource, connection: Connection) {
  let cached: { readonly name: string; readonly keys: readonly number[] } | undefined;
  return ({ where, sort }: Pick<ListWindow, 'where' | 'sort'>): readonly number[] => {
    const name = `${connection.state()} ${JSON.stringify([where.terms, sort])}`;
    if (cached?.name !== name) {
      // Frees the old list first.
      cached = undefined;
      const { sql, params } = selectKeys(source, { where, sort }, { isWhole: true });
      // Keys are integers.
      cached = { name, keys: connection.column(sql, ...params) as number[] };
    }
    return cached.keys;
  };
}

const noLimit = -1;
const maxLimit = 2 ** 31;

/**
 * Selects keys in order.
 *
 * @param options.isWhole reads all
 */
export function selectKeys(
  source: ListSource,
  { where, sort }: Pick<ListWindow, 'where' | 'sort'>,
  { isWhole }: { readonly isWhole: boolean },
): Condition {
  const { sql, params } = compileQuery(source.list, where);
  const joins = sort.length === 0 ? '' : source.joins;
  // Four times as fast as an index order.
  const mayUseIndex = !isWhole || sort.length === 0 || (sort.length === 1 && where.terms.length === 0);
  return {
    sql: `SELECT r.key AS chosen_key FROM ${source.layout.table} r ${joins}
      WHERE ${sql} ORDER BY ${compileSort(source, sort, mayUseIndex)}`,
    params,
  };
}

/** Selects a page: sorts keys, then reads their columns. */
export function selectPage(source: ListSource, window: ListWindow, columns: string): Condition {
  const isWhole = window.limit >= maxLimit;
  const { sql, params } = selectKeys(source, window, { isWhole });
  const limit = isWhole ? noLimit : window.limit;
  return {
    // CROSS JOIN keeps the order of the chosen keys.
    sql: `${source.with} SELECT ${columns} FROM (${sql} LIMIT ? OFFSET ?)
      CROSS JOIN ${source.layout.table} r ON r.key = chosen_key ${source.joins}`,
    params: [...params, limit, window.offset],
  };
}

/**
 * A field begins with a text.
 *
 * @throws FailureError `invalid-input` for an unknown field
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

/** Selects the first key with a field that begins with a text. */
function selectBeginning(
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

/** Selects rows of keys, in order. */
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

const textForms: ReadonlySet<ColumnForm> = new Set(['text', 'texts']);

/** Times are digits: comparing them unfolded takes half as long. */
function isTime({ layout }: ListSource, field: string): boolean {
  const kind = ownValue(layout.fields, field)?.kind;
  return kind === 'datetime' || kind === 'date';
}

/**
 * Compiles ORDER BY: texts ignore case, missing values are last, the key decides. Default: as first received, or newest
 * first.
 *
 * @param mayUseIndex false: SQLite sorts
 * @throws FailureError `invalid-input` for another field
 */
export function compileSort(source: ListSource, sort: readonly SortKey[], mayUseIndex: boolean): string {
  const isComputed = sort.some(({ field }) => !source.layout.columns.some((c) => c.field === field));
  // Keeps SQLite from an index that serves the key alone.
  const sign = mayUseIndex && !isComputed ? '' : '+';
  const keys = sort.map((key) => sign + compileSortKey(source, key));
  return [...keys, `${sign}r.key${source.isNewestFirst ? ' DESC' : ''}`].join(', ');
}

/**
 * Compiles a key so that an index can serve it.
 *
 * @param order replaces the field's expression
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
