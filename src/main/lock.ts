import Database from 'better-sqlite3';
import { chmodSync, truncateSync } from 'node:fs';
import { refuseLink } from './data-dir.ts';
import { toStoreFailure } from './store/sqlite/sqlite-failure.ts';

/**
 * Locks between processes by a transaction on its own file, which a crash releases. A foreign file is emptied, not
 * replaced, for its holder.
 *
 * @param waitMs blocks this thread
 * @returns the release; undefined: another process has it
 * @throws FailureError `file-failed` for a symbolic link, `disk-full`, `read-only`
 */
export function acquireLock(file: string, waitMs = 0): (() => void) | undefined {
  refuseLink(file);
  try {
    return lock(file, waitMs);
  } catch (error) {
    if (!hasCode(error, 'SQLITE_NOTADB') && !hasCode(error, 'SQLITE_CORRUPT')) throw toStoreFailure(error, file);
    truncateSync(file);
    return lock(file, waitMs);
  }
}

function lock(file: string, waitMs: number): (() => void) | undefined {
  const db = new Database(file, { timeout: waitMs });
  try {
    chmodSync(file, 0o600);
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (hasCode(error, 'SQLITE_BUSY')) return undefined;
    throw error;
  }
  return () => void db.close();
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Database.SqliteError && error.code.startsWith(code);
