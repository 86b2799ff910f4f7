import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import { FailureError } from '../../../shared/failure.ts';
import { cacheSchema, recordsSchema } from '../schema.ts';
import { checkFile } from './database-file.ts';
import { isSuspect } from './suspect.ts';
import { recordsFileOf, restoreRecords } from './user-records.ts';

/**
 * Sets damaged files of an account that nobody has open aside, under a name with the time;
 * they are never deleted. The user's records are restored from their backup.
 *
 * @returns the names of the files that were set aside
 * @throws FailureError `database-newer`, `read-only`, `disk-full`
 */
export function setAsideDamaged(file: string): readonly string[] {
  const records = recordsFileOf(file);
  const setAside: string[] = [];
  const isRecordsSuspect = isSuspect(file) || isSuspect(records);
  if (
    existsSync(records) &&
    isDamaged(() =>
      checkFile(records, recordsSchema, { isChecked: false, isSuspect: isRecordsSuspect }),
    )
  ) {
    setAside.push(putAside(records));
    restoreRecords(records);
  }
  // SQLite met damage and did not say in which of the two files. If the records are whole,
  // it is the cache: filling a new one is safer than trusting the rest of it.
  const isCacheMeant = isSuspect(file) && setAside.length === 0;
  if (
    existsSync(file) &&
    (isDamaged(() => checkFile(file, cacheSchema, { isChecked: false })) || isCacheMeant)
  ) {
    setAside.push(putAside(file));
  }
  return setAside;
}

/** Whether damage was met in a file of this account since it was opened last. */
export const isUnderSuspicion = (file: string): boolean =>
  isSuspect(file) || isSuspect(recordsFileOf(file));

/** Whether a check fails with `database-damaged`; other failures are thrown. */
export function isDamaged(check: () => unknown): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'database-damaged') return true;
    throw error;
  }
}

/** Renames a database with its log; returns its new name. */
function putAside(file: string): string {
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(file + suffix)) renameSync(file + suffix, aside + suffix);
  }
  return basename(aside);
}
