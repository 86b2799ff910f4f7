import { existsSync } from 'node:fs';
import { fail, asFailure } from '../../../shared/failure.ts';
import { connect, type Connection } from './connection.ts';
import { checkFile, createDatabase, restrict } from './database-file.ts';
import { needsCheck } from './sqlite-failure.ts';
import { type Schema, migrate } from './migrate.ts';
import { prepareRequestLog, requestLogOf, type RequestLogSchema } from './request-log.ts';
import { prepareRecords, recordsFileOf, restoreRecords } from './user-records.ts';
import { basename } from 'node:path';
import { renameOverSync } from '../../files.ts';

export interface AccountSchemas {
  readonly cache: Schema;
  readonly records: Schema;
  readonly requestLog: RequestLogSchema;
}

/**
 * Opens a cache with records as `user` and log as `request_log`; creates missing files. Checks before writing.
 *
 * @param options.isChecked by this process
 * @param options.isSecond this process has them open already
 * @throws FailureError `database-newer`, `database-damaged`, `read-only`, `disk-full`
 */
export function openDatabase(
  file: string,
  schemas: AccountSchemas,
  options: { readonly readOnly: boolean; readonly isChecked?: boolean; readonly isSecond?: boolean },
): Connection {
  const { readOnly, isChecked = false, isSecond = false } = options;
  if (!existsSync(file)) {
    if (readOnly) {
      throw fail('not-found', 'This account is not cached yet. Sync it first.');
    }
    createDatabase(file, schemas.cache);
  }
  const version = checkFile(file, schemas.cache, { isChecked });
  const records = recordsFileOf(file);
  prepareRecords(records, schemas.records, { isChecked });
  const requestLog = prepareRequestLog(requestLogOf(file), schemas.requestLog, {
    mayCreate: !readOnly && !isSecond,
    isSuspect: needsCheck(file),
  });
  if (readOnly && version === schemas.cache.version) return connect(file, { readOnly, records, requestLog });
  const connection = connect(file, { readOnly: false, records, requestLog });
  try {
    restrict(file);
    migrate(connection, schemas.cache);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/**
 * Renames damaged files of an account, and restores records from their backup.
 *
 * @throws FailureError `database-newer`, `read-only`, `disk-full`
 */
export function setAsideDamaged(file: string, schemas: AccountSchemas): readonly string[] {
  const records = recordsFileOf(file);
  const setAside: string[] = [];
  // SQLite does not say which file is damaged.
  const isThorough = needsCheck(file) || needsCheck(records);
  if (existsSync(records) && isDamaged(records, schemas.records, isThorough)) {
    setAside.push(putAside(records));
    restoreRecords(records, schemas.records);
  }
  if (existsSync(file) && isDamaged(file, schemas.cache, isThorough)) {
    setAside.push(putAside(file));
  }
  return setAside;
}

function isDamaged(file: string, schema: Schema, isThorough: boolean): boolean {
  try {
    checkFile(file, schema, { isChecked: false, isThorough });
    return false;
  } catch (error) {
    if (asFailure(error).code === 'database-damaged') return true;
    throw error;
  }
}

/** Renames a database and its log; returns the new name. */
function putAside(file: string): string {
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameOverSync(file + suffix, aside + suffix);
  }
  return basename(aside);
}
