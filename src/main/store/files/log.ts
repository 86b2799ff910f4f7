import type { Connection } from '../connection.ts';

/**
 * Checkpoints the write-ahead log and truncates it: deleted content survives in its old pages.
 * Never waits for other connections.
 *
 * @returns false if another connection still reads from the log
 */
export function emptyLog(connection: Connection): boolean {
  return connection.withoutWaiting(() => connection.pragma('wal_checkpoint(TRUNCATE)') === 0);
}
