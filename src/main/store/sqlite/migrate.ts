import { fail } from '../../../shared/failure.ts';
import type { Connection } from './connection.ts';
import { damaged } from './sqlite-failure.ts';

/** One kind of database file. */
export interface Schema {
  /** What it is called in a message. */
  readonly name: string;
  /** Marks a SQLite file as one of this kind. */
  readonly applicationId: number;
  /** The `user_version` of a file that is up to date. */
  readonly version: number;
  /** Whether a file of an older version is emptied first, because its content can be fetched again. */
  readonly isCache: boolean;
  /** Whether the content is that of this file; tables are checked before. */
  readonly belongsTo?: (connection: Connection, file: string) => boolean;
  /** The statements that bring a file of a version up to date; 0: an empty file. */
  readonly stepsFrom: (version: number) => readonly string[];
}

/**
 * A schema whose files migrate: the first step creates version 1, every further one leads to
 * the next. A step is never edited after its release.
 */
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
 * Checks that a database is ours and not from the future, without writing to it.
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
