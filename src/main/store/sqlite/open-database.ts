import { existsSync } from 'node:fs';
import { fail } from '../../../shared/failure.ts';
import { connect, type Connection } from './connection.ts';
import { checkFile, createDatabase, restrict } from './database-file.ts';
import { migrate, type Schema } from './migrate.ts';
import { prepareRecords, recordsFileOf } from './user-records.ts';

/** What the two files of an account contain. */
export interface AccountSchemas {
  readonly cache: Schema;
  readonly records: Schema;
}

/**
 * Opens a cache with the user's records attached as `user`; creates the files that are
 * missing. An existing file is not written to before its kind and version are known.
 *
 * @param options.isChecked this process has checked the files already
 * @throws FailureError `database-newer`, `database-damaged`, `read-only`, `disk-full`
 */
export function openDatabase(
  file: string,
  schemas: AccountSchemas,
  options: { readonly readOnly: boolean; readonly isChecked?: boolean },
): Connection {
  const { readOnly, isChecked = false } = options;
  if (!existsSync(file)) {
    if (readOnly) {
      throw fail('not-found', 'This account is not cached yet. Sync it first.');
    }
    createDatabase(file, schemas.cache);
  }
  const version = checkFile(file, schemas.cache, { isChecked });
  const records = recordsFileOf(file);
  prepareRecords(records, schemas.records, { isChecked });
  if (readOnly && version === schemas.cache.version) return connect(file, { readOnly, records });
  const connection = connect(file, { readOnly: false, records });
  try {
    restrict(file);
    migrate(connection, schemas.cache);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
