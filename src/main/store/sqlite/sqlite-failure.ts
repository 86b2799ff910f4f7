import { closeSync, existsSync, openSync, rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { fail, FailureError } from '../../../shared/failure.ts';

/** Turns SQLite's errors into failures; returns others. */
export function toStoreFailure(error: unknown, file: string): unknown {
  if (error instanceof FailureError || !(error instanceof Database.SqliteError)) return error;
  const code = /^SQLITE_[A-Z]+/.exec(error.code)?.[0];
  switch (code) {
    case 'SQLITE_FULL':
      return diskFull(error);
    case 'SQLITE_READONLY':
    case 'SQLITE_CANTOPEN':
    case 'SQLITE_PERM':
      return fail(
        'read-only',
        "The cache can't be written here. Nothing was changed. Check the permissions of the data folder.",
        { cause: error },
      );
    case 'SQLITE_BUSY':
    case 'SQLITE_LOCKED':
      return fail('busy', 'Another program is writing to the cache. Nothing was changed. Try again in a moment.', {
        cause: error,
      });
    case 'SQLITE_CORRUPT':
    case 'SQLITE_NOTADB':
      return damaged(error);
    case 'SQLITE_IOERR':
      if (isDiskFull(file)) return diskFull(error);
      return fail(
        'file-failed',
        'The cache could not be read or written: the disk reported an error. Check the disk and try again.',
        { cause: error },
      );
    default:
      return error;
  }
}

/** The failure of a full disk. */
export const diskFull = (cause?: unknown): FailureError =>
  fail('disk-full', 'The disk is full. Cached data remains available. Free some space and try again.', { cause });

/** Shared by connections; on a full disk SQLite reports an I/O error. */
const sharedBytes = 32 * 1024;

function isDiskFull(file: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dirname(file));
    return bavail * bsize < sharedBytes;
  } catch {
    return false;
  }
}

/** The failure of a file that is damaged, or not Proxydeck's. */
export function damaged(cause?: unknown): FailureError {
  return fail(
    'database-damaged',
    'The cache is damaged or not a Proxydeck database. Nothing was removed. At its next start, Proxydeck checks the files and moves damaged ones aside.',
    cause === undefined ? {} : { cause },
  );
}

/** For a complete check at the next start: large files are not checked on opening. */
const markOf = (file: string): string => `${file}.needs-check`;

/** Marks a database as possibly damaged. */
export function markForCheck(file: string): void {
  try {
    closeSync(openSync(markOf(file), 'a', 0o600));
  } catch {
    // The damage is still reported.
  }
}

export const needsCheck = (file: string): boolean => existsSync(markOf(file));

/** Removes the mark. */
export function clearCheckMark(file: string): void {
  rmSync(markOf(file), { force: true });
}
