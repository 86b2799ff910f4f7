import { basename } from 'node:path';
import type { AccountSchemas } from '../sqlite/open-database.ts';
import { makeMigratingSchema, type Schema } from '../sqlite/migrate.ts';
import { layouts } from './layout.ts';
import { createTables } from './list-tables.ts';
import proxyIndexes from './proxy-indexes.sql?raw';
import cache from './cache.sql?raw';
import userRecords from './records.sql?raw';

/**
 * The cache of an account ("PxDk"). A change of its tables raises the version, also if only the API has another field: a
 * cache of an older version is emptied when it is opened, and the next sync fills it again.
 */
export const cacheSchema: Schema = {
  name: 'cache',
  applicationId: 0x5078446b,
  version: 14,
  isCache: true,
  belongsTo(connection, file) {
    const owner = connection.get('SELECT account FROM owner')?.[0];
    return owner === undefined || owner === accountOf(file);
  },
  stepsFrom: () => [...Object.values(layouts).map(createTables), cache, proxyIndexes],
};

/** The account of a cache, by the name of its file. */
export const accountOf = (file: string): string => basename(file, '.sqlite');

/** The user's records of an account ("PxDr"). They always migrate. */
export const recordsSchema = makeMigratingSchema({
  name: 'file of your own records',
  applicationId: 0x50784472,
  steps: [userRecords],
});

export const accountSchemas: AccountSchemas = { cache: cacheSchema, records: recordsSchema };
