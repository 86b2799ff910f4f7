import type { Connection } from '../connection.ts';
import statements from '../proxy-indexes.sql?raw';

/** Removes all indexes of the proxies but that of their IDs; inside a transaction. */
export function dropProxyIndexes(connection: Connection): void {
  const names = connection.all(
    "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'proxy' AND sql IS NOT NULL",
  );
  for (const [name] of names) connection.exec(`DROP INDEX ${String(name)}`);
}

/** Creates those that are missing, each in a transaction of its own. */
export function createProxyIndexes(connection: Connection): void {
  for (const statement of statements.split(';\n')) {
    if (statement.trim() !== '') connection.exec(statement);
  }
}
