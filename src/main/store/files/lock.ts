import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';

/**
 * Takes a lock that other processes respect and that the system gives back when
 * this process ends, however it ends: an exclusive transaction on a file of its own.
 *
 * @returns the function that gives the lock back, or undefined where another holds it
 */
export function acquireLock(file: string): (() => void) | undefined {
  const db = new Database(file, { timeout: 0 });
  chmodSync(file, 0o600);
  try {
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
