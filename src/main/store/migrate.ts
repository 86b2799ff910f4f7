import { fail } from '../../shared/failure.ts';
import type { Connection } from './connection.ts';
import initial from './migrations/0001-initial.sql?raw';
import profile from './migrations/0002-profile.sql?raw';
import accountData from './migrations/0003-account-data.sql?raw';
import resourceState from './migrations/0004-resource-state.sql?raw';
import { damaged } from './sqlite-failure.ts';

/** One file each, never edited once landed; `user_version` counts those applied. */
const migrations: readonly string[] = [initial, profile, accountData, resourceState];

/** Marks a SQLite file as an offline copy of Proxydeck ("PxDk"). */
const applicationId = 0x5078446b;

/**
 * Checks that a database is ours and not from the future, without writing to it.
 *
 * @returns how many migrations it lacks
 * @throws FailureError `database-newer`, `database-damaged`
 */
export function checkVersion(connection: Connection): number {
  if (connection.pragma('application_id') !== applicationId) throw damaged();
  const version = Number(connection.pragma('user_version'));
  if (version > migrations.length) {
    throw fail(
      'database-newer',
      'The offline copy was made by a newer Proxydeck. It was not changed. Update Proxydeck to open it.',
    );
  }
  return migrations.length - version;
}

/** Applies the migrations that are missing, each in a transaction of its own. */
export function migrate(connection: Connection): void {
  for (const [index, sql] of migrations.entries()) {
    connection.transact(() => {
      // Read inside the transaction: another process may have migrated meanwhile.
      if (Number(connection.pragma('user_version')) !== index) return;
      connection.exec(sql);
      connection.pragma(`application_id = ${String(applicationId)}`);
      connection.pragma(`user_version = ${String(index + 1)}`);
    });
  }
}
