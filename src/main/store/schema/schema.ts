import { basename } from 'node:path';
import type { AccountSchemas } from '../sqlite/open-database.ts';
import { makeMigratingSchema, type Schema } from '../sqlite/migrate.ts';
import type { ColumnForm } from './column-form.ts';
import type { RequestLogSchema } from '../sqlite/request-log.ts';
import { layouts, ownLayouts, type Layout } from './layout.ts';
import proxyIndexes from './proxy-indexes.sql?raw';
import cache from './cache.sql?raw';
import requestLog from './request-log.sql?raw';
import { createTotals } from './request-totals.ts';
import userRecords from './records.sql?raw';
import endpointsOfResults from './records-2.sql?raw';
import testsAsLists from './records-3.sql?raw';
import withoutJournal from './records-4.sql?raw';
import countedChanges from './records-5.sql?raw';
import withoutStrays from './records-6.sql?raw';
import resultsAboutProxies from './records-7.sql?raw';
import reasonsOfSkipped from './records-8.sql?raw';
import servedLists from './records-9.sql?raw';

/** Raised unless a change only adds a field. */
const cacheFormat = 18;
const columnCount = Object.values(layouts).reduce((sum, { columns, lists }) => sum + columns.length + lists.length, 0);

/** "PxDk". An older version is emptied; the next sync fills it. */
export const cacheSchema: Schema = {
  name: 'cache',
  applicationId: 0x5078446b,
  version: cacheFormat * 10_000 + columnCount,
  isCache: true,
  belongsTo(connection, file) {
    const owner = connection.get('SELECT account FROM owner')?.[0];
    return owner === undefined || owner === accountOf(file);
  },
  stepsFrom: () => [...Object.values(layouts).map(createTables), cache, proxyIndexes],
};

/** The account of a cache, from its file name. */
export const accountOf = (file: string): string => basename(file, '.sqlite');

/** "PxDr". Migrates: a change is a new SQL file; released ones never change. */
export const recordsSchema = makeMigratingSchema({
  name: 'file of your own records',
  applicationId: 0x50784472,
  steps: [
    userRecords,
    endpointsOfResults,
    testsAsLists,
    withoutJournal,
    countedChanges,
    withoutStrays,
    resultsAboutProxies,
    reasonsOfSkipped,
    servedLists,
  ],
});

/** The log of the gateway ("PxDl"). It migrates like the records. */
const requestLogSchema: RequestLogSchema = {
  ...makeMigratingSchema({
    name: 'log of the gateway',
    applicationId: 0x5078446c,
    steps: [requestLog, createTotals('')],
  }),
  // On a disk that takes no file, its list is empty.
  empty: `CREATE TEMP TABLE ${ownLayouts.requests.table}
    (key INTEGER PRIMARY KEY, ${ownLayouts.requests.columns.map(({ field }) => field).join(', ')}, tries);
    CREATE TEMP TABLE request_loss (count);
    ${createTotals('TEMP')}`,
};

export const accountSchemas: AccountSchemas = {
  cache: cacheSchema,
  records: recordsSchema,
  requestLog: requestLogSchema,
};

const typeOfForm: { readonly [F in ColumnForm]: string } = {
  text: 'TEXT',
  integer: 'INTEGER',
  number: 'REAL',
  boolean: 'INTEGER',
  texts: 'TEXT',
  json: 'TEXT',
};

/**
 * Tables of a layout. Besides API fields:
 *
 * - `key`: not reused while the row exists
 * - `hash`: keyed, of the row as received
 * - `rest`: JSON that columns can't reproduce: `{"fields": {name: value, ...}, "missing": [columns not sent]}`
 * - `secrets`: encrypted JSON, or `credential_id`
 */
function createTables(layout: Layout): string {
  const { table, id, columns, computed, lists, sharesSecrets, hasOwnIndexes } = layout;
  const parts = [
    'key INTEGER PRIMARY KEY',
    `${id.field} TEXT NOT NULL${hasOwnIndexes ? '' : ' UNIQUE'}`,
    ...computed.map(({ name, type }) => `${name} ${type}`),
    ...columns.slice(1).map(({ field, form }) => `${field} ${typeOfForm[form]}`),
    sharesSecrets ? 'credential_id INTEGER' : 'secrets BLOB',
    'rest TEXT',
    'hash BLOB',
  ];
  return [
    `CREATE TABLE ${table} (\n  ${parts.join(',\n  ')}\n) STRICT;`,
    ...(hasOwnIndexes ? [] : [`CREATE INDEX ${table}_by_hash ON ${table} (hash);`]),
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
