import Database from 'better-sqlite3';
import type { Connection } from '../sqlite/connection.ts';
import statements from '../schema/proxy-indexes.sql?raw';

/** Removes all indexes of the proxies; inside a transaction. Until they are back, IDs may repeat. */
export function dropProxyIndexes(connection: Connection): void {
  for (const name of indexNames(connection)) connection.exec(`DROP INDEX ${name}`);
}

/**
 * Creates those that are missing, each in a transaction of its own. Of rows with one ID
 * only the last received stays.
 *
 * @returns the keys of the rows that were removed
 */
export function createProxyIndexes(connection: Connection): number[] {
  let removed: number[] = [];
  for (const statement of statements.split(';\n')) {
    if (statement.trim() === '') continue;
    try {
      connection.exec(statement);
    } catch (error) {
      if (!isRepeatedId(error)) throw error;
      removed = removeRepeated(connection);
      connection.exec(statement);
    }
  }
  return removed;
}

const isRepeatedId = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE';

const removeRepeated = (connection: Connection): number[] =>
  connection
    .all(
      `DELETE FROM proxy WHERE key NOT IN (SELECT max(key) FROM proxy GROUP BY proxy_id)
       RETURNING key`,
    )
    .map(([key]) => Number(key));

function indexNames(connection: Connection): string[] {
  return connection
    .all("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'proxy'")
    .map(([name]) => String(name));
}
