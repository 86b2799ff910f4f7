import { existsSync } from 'node:fs';
import { fail } from '../../../shared/failure.ts';
import { connect, type Connection } from '../connection.ts';
import { checkFile, createDatabase, restrict } from './database-file.ts';
import { migrate } from '../migrate.ts';
import { prepareRecords, recordsFileOf } from './user-records.ts';
import { cacheSchema } from '../schema.ts';

/**
 * Opens a cache with the user's records attached as `user`; creates the files that are
 * missing. An existing file is not written to before its kind and version are known.
 *
 * @param options.isChecked this process has checked the files already
 * @throws FailureError `database-newer`, `database-damaged`, `read-only`, `disk-full`
 */
export function openDatabase(
  file: string,
  options: { readonly readOnly: boolean; readonly isChecked?: boolean },
): Connection {
  const { readOnly, isChecked = false } = options;
  if (!existsSync(file)) {
    if (readOnly) {
      throw fail('not-found', 'This account is not cached yet. Sync it first.');
    }
    createDatabase(file, cacheSchema);
  }
  const version = checkFile(file, cacheSchema, { isChecked });
  const records = recordsFileOf(file);
  prepareRecords(records, { isChecked });
  if (readOnly && version === cacheSchema.version) return connect(file, { readOnly, records });
  const connection = connect(file, { readOnly: false, records });
  try {
    restrict(file);
    migrate(connection, cacheSchema);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
