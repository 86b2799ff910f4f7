import type { ColumnForm } from './column-form.ts';
import type { Layout } from './layout.ts';

const typeOfForm: { readonly [F in ColumnForm]: string } = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'INTEGER',
  texts: 'TEXT',
  json: 'TEXT',
};

/**
 * The statements that create the tables of a layout. A column has the name of the API's field; besides them:
 *
 * - `key` is this cache's own number for a row; it is never reused while the row exists
 * - `hash` is a keyed hash of the row as received; an unchanged row is recognized by it
 * - `rest` is JSON of everything that the columns can't reproduce exactly:
 *   `{"fields": {name: value, ...}, "missing": [names of columns that were not sent]}`
 * - `seal` is a keyed hash of the columns as they were written; a row that was damaged or changed does not match it
 * - `secrets` is encrypted JSON of the secret fields, `credential_id` the row of `credential` that has it
 */
export function createTables(layout: Layout): string {
  const { table, id, columns, computed, lists, sharesSecrets, hasOwnIndexes } = layout;
  const parts = [
    'key INTEGER PRIMARY KEY',
    `${id.field} TEXT NOT NULL${hasOwnIndexes ? '' : ' UNIQUE'}`,
    ...computed.map(({ name, type }) => `${name} ${type}`),
    ...columns.slice(1).map(({ field, form }) => `${field} ${typeOfForm[form]}`),
    sharesSecrets ? 'credential_id INTEGER' : 'secrets BLOB',
    'rest TEXT',
    'hash BLOB',
    'seal BLOB',
  ];
  return [
    `CREATE TABLE ${table} (\n  ${parts.join(',\n  ')}\n) STRICT;`,
    ...(hasOwnIndexes ? [] : [`CREATE INDEX ${table}_by_hash ON ${table} (hash);`]),
    // One row an ID: the access rules read them.
    ...lists.map(
      (list) => `CREATE TABLE ${list.table} (
  row_key INTEGER NOT NULL REFERENCES ${table} (key) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (row_key, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX ${list.table}_by_value ON ${list.table} (value, row_key);`,
    ),
  ].join('\n');
}
