import type { Connection } from '../connection.ts';

/** A text that changes whenever the data that a connection reads may have changed. */
export function databaseState(connection: Connection): string {
  // The first part changes with commits of other connections, the second with our own.
  return `${String(connection.pragma('data_version'))} ${String(connection.get('SELECT total_changes()')?.[0])}`;
}
