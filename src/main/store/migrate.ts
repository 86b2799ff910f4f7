import { fail } from '../../shared/failure.ts';
import type { Connection } from './connection.ts';
import { damaged } from './files/sqlite-failure.ts';
import type { Schema } from './schema.ts';

/**
 * Checks that a database is ours and not from the future, without writing to it.
 *
 * @returns its version
 * @throws FailureError `database-newer`, `database-damaged`
 */
export function checkVersion(
  connection: Connection,
  { name, applicationId, version }: Schema,
): number {
  if (connection.pragma('application_id') !== applicationId) throw damaged();
  const found = Number(connection.pragma('user_version'));
  if (found <= version) return found;
  throw fail(
    'database-newer',
    `The ${name} was made by a newer Proxydeck. It was not changed. Update Proxydeck to open it.`,
  );
}

/** Brings a database up to date, in one transaction; one that is needs no lock. */
export function migrate(connection: Connection, schema: Schema): void {
  const readVersion = (): number => Number(connection.pragma('user_version'));
  if (readVersion() >= schema.version) return;
  connection.transact(() => {
    // Another process may have migrated meanwhile.
    const found = readVersion();
    if (found >= schema.version) return;
    if (schema.isCache) dropTables(connection);
    for (const sql of schema.stepsFrom(found)) connection.exec(sql);
    connection.pragma(`application_id = ${String(schema.applicationId)}`);
    connection.pragma(`user_version = ${String(schema.version)}`);
  });
}

function dropTables(connection: Connection): void {
  const tables = connection.all(
    "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'",
  );
  for (const [name] of tables) connection.exec(`DROP TABLE main.${String(name)}`);
}
