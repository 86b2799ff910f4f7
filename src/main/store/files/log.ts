import type { Connection } from '../connection.ts';

/**
 * Checkpoints the write-ahead log and truncates it: deleted content survives in its old pages.
 * Never waits for other connections.
 *
 * @returns false if another connection still reads from the log
 */
export function emptyLog(connection: Connection): boolean {
  const timeoutMs = String(connection.pragma('busy_timeout'));
  connection.pragma('busy_timeout = 0');
  try {
    return connection.pragma('wal_checkpoint(TRUNCATE)') === 0;
  } finally {
    connection.pragma(`busy_timeout = ${timeoutMs}`);
  }
}
