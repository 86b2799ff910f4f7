import { existsSync } from 'node:fs';
import { fail } from '../../../shared/failure.ts';
import { connect, type Connection } from '../connection.ts';
import { checkFile, createDatabase, restrict } from './database-file.ts';
import { migrate } from '../migrate.ts';
import { prepareRecords, recordsFileOf, takeOverRecords } from './user-records.ts';
import { copySchema } from '../schema.ts';

/**
 * Opens an offline copy with the person's own records attached as `own`, or makes
 * what is not there. Nothing of an existing file is written before it is known to
 * be ours and of a version we know.
 *
 * @param options.isChecked this process has read the files through already
 * @throws FailureError `database-newer`, `database-damaged`, `read-only`, `disk-full`
 */
export function openDatabase(
  file: string,
  options: { readonly readOnly: boolean; readonly isChecked?: boolean },
): Connection {
  const { readOnly, isChecked = false } = options;
  if (!existsSync(file)) {
    if (readOnly) {
      throw fail('not-found', 'There is no offline copy of this account yet. Sync to make one.');
    }
    createDatabase(file, copySchema);
  }
  const missing = checkFile(file, copySchema, { isChecked });
  const records = recordsFileOf(file);
  prepareRecords(records, { isChecked });
  if (readOnly && missing === 0) return connect(file, { readOnly, records });
  const connection = connect(file, { readOnly: false, records });
  try {
    restrict(file);
    takeOverRecords(connection);
    migrate(connection, copySchema);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
