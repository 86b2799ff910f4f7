import { fail } from '../../../shared/failure.ts';
import type { Connection } from './connection.ts';
import { damaged } from './sqlite-failure.ts';

export interface Schema {
  /** Its name in messages. */
  readonly name: string;
  readonly applicationId: number;
  /** The current `user_version`. */
  readonly version: number;
  /** Whether an older version is emptied, because its content can be fetched. */
  readonly isCache: boolean;
  /** Whether the content is that of this file. */
  readonly belongsTo?: (connection: Connection, file: string) => boolean;
  /** Statements from a version to the current one; 0: an empty file. */
  readonly stepsFrom: (version: number) => readonly string[];
}

/** The first step creates version 1, each further one the next. Released steps never change. */
export function makeMigratingSchema({
  name,
  applicationId,
  steps,
}: Pick<Schema, 'name' | 'applicationId'> & {
  readonly steps: readonly string[];
}): Schema {
  return {
    name,
    applicationId,
    version: steps.length,
    isCache: false,
    stepsFrom: (version) => steps.slice(version),
  };
}

/**
 * Checks, without writing, that a database is ours and not newer.
 *
 * @returns its version
 * @throws FailureError `database-newer`, `database-damaged`
 */
export function checkVersion(connection: Connection, { name, applicationId, version }: Schema): number {
  if (connection.pragma('application_id') !== applicationId) throw damaged();
  const found = Number(connection.pragma('user_version'));
  if (found <= version) return found;
  throw fail(
    'database-newer',
    `The ${name} was made by a newer Proxydeck. It was not changed. Update Proxydeck to open it.`,
  );
}

/** Migrates in one transaction; no lock if there is nothing to do. */
export function migrate(connection: Connection, schema: Schema): void {
  const readVersion = (): number => Number(connection.pragma('user_version'));
  if (readVersion() >= schema.version) return;
  connection.transact(() => {
    // Another process may have migrated.
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
