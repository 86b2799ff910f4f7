import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { asFailure } from '../../../shared/failure.ts';
import { renameOverSync } from '../../held-files.ts';
import { needsCheck } from './check-mark.ts';
import { checkFile } from './database-file.ts';
import type { Schema } from './migrate.ts';
import type { AccountSchemas } from './open-database.ts';
import { recordsFileOf, restoreRecords } from './user-records.ts';

/**
 * Moves damaged files of an account aside when the app starts, under a name with the time; they are
 * never deleted. The user's records are restored from their backup.
 *
 * @returns the names of the files that were moved aside
 * @throws FailureError `database-newer`, `read-only`, `disk-full`
 */
export function setAsideDamaged(file: string, schemas: AccountSchemas): readonly string[] {
  const records = recordsFileOf(file);
  const setAside: string[] = [];
  // SQLite does not say in which of the two files it found damage.
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

/** Whether a check fails with `database-damaged`; other failures are thrown. */
function isDamaged(file: string, schema: Schema, isThorough: boolean): boolean {
  try {
    checkFile(file, schema, { isChecked: false, isThorough });
    return false;
  } catch (error) {
    if (asFailure(error).code === 'database-damaged') return true;
    throw error;
  }
}

/** Renames a database with its log; returns its new name. */
function putAside(file: string): string {
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameOverSync(file + suffix, aside + suffix);
  }
  return basename(aside);
}
