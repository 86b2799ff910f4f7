import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { asFailure } from '../../../shared/failure.ts';
import { renameOverSync } from '../../held-files.ts';
import { checkFile, maxCheckedBytes } from './database-file.ts';
import type { Schema } from './migrate.ts';
import type { AccountSchemas } from './open-database.ts';
import { isSuspect } from './suspect.ts';
import { recordsFileOf, restoreRecords } from './user-records.ts';

/**
 * Moves damaged files of an account that no process has open aside, under a name with the time;
 * they are never deleted. The user's records are restored from their backup.
 *
 * @returns the names of the files that were moved aside
 * @throws FailureError `database-newer`, `read-only`, `disk-full`
 */
export function setAsideDamaged(file: string, schemas: AccountSchemas): readonly string[] {
  const records = recordsFileOf(file);
  const setAside: string[] = [];
  const isRecordsSuspect = isSuspect(file) || isSuspect(records);
  if (existsSync(records) && isDamaged(() => check(records, schemas.records, isRecordsSuspect))) {
    setAside.push(putAside(records));
    restoreRecords(records, schemas.records);
  }
  // SQLite found damage and did not report in which of the two files. If the records are intact, it
  // is the cache; a complete check of a large one takes many seconds and would only confirm it.
  const isSmall = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) <= maxCheckedBytes;
  const isCacheMeant = isSuspect(file) && setAside.length === 0;
  if (
    existsSync(file) &&
    (isDamaged(() => check(file, schemas.cache, isCacheMeant && isSmall)) ||
      (isCacheMeant && !isSmall))
  ) {
    setAside.push(putAside(file));
  }
  return setAside;
}

const check = (file: string, schema: Schema, isSuspected: boolean): unknown =>
  checkFile(file, schema, { isChecked: false, isSuspect: isSuspected });

/** Whether a check fails with `database-damaged`; other failures are thrown. */
function isDamaged(check: () => unknown): boolean {
  try {
    check();
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
