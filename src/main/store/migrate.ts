import { fail } from '../../shared/failure.ts';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';
import { damaged } from './files/sqlite-failure.ts';

/**
 * Checks that a database is ours and not from the future, without writing to it.
 *
 * @returns how many migrations it lacks
 * @throws FailureError `database-newer`, `database-damaged`
 */
export function checkVersion(
  connection: Connection,
  { name, applicationId, migrations }: Schema,
): number {
  if (connection.pragma('application_id') !== applicationId) throw damaged();
  const version = Number(connection.pragma('user_version'));
  if (version > migrations.length) {
    throw fail(
      'database-newer',
      `The ${name} was made by a newer Proxydeck. It was not changed. Update Proxydeck to open it.`,
    );
  }
  return migrations.length - version;
}

/** Applies the migrations that are missing, all of them or, where one fails, none. */
export function migrate(connection: Connection, { applicationId, migrations }: Schema): void {
  connection.transact(() => {
    // Read inside the transaction: another process may have migrated meanwhile.
    const version = Number(connection.pragma('user_version'));
    if (version >= migrations.length) return;
    for (const sql of migrations.slice(version)) connection.exec(sql);
    connection.pragma(`application_id = ${String(applicationId)}`);
    connection.pragma(`user_version = ${String(migrations.length)}`);
  });
}
