import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';

/**
 * Takes a lock between processes: an exclusive transaction on a file of its own, which the
 * system releases when this process ends, even by a crash.
 *
 * @returns the function that releases the lock; undefined if another process has it
 */
export function acquireLock(file: string): (() => void) | undefined {
  const db = new Database(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    db.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    db.close();
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
      return undefined;
    }
    throw error;
  }
  return () => void db.close();
}
