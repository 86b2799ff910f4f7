import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fail } from '../../../shared/failure.ts';
import { connect, type Connection } from '../connection.ts';
import { checkVersion, migrate } from '../migrate.ts';
import type { Schema } from '../schema.ts';
import { damaged } from './sqlite-failure.ts';

/** Files up to this size are read through when they are opened; it takes well under a second. */
const maxCheckedBytes = 32 * 1024 * 1024;

/**
 * Looks at a file through a connection that can't write: whether it is ours, of a
 * version we know, and whole.
 *
 * @param options.isChecked this process has read it through already
 * @returns how many migrations it lacks
 * @throws FailureError `database-newer`, `database-damaged`
 */
export function checkFile(
  file: string,
  schema: Schema,
  options: {
    readonly isChecked: boolean;
    /** Read it through however large it is. */
    readonly isSuspect?: boolean;
  },
): number {
  const { size } = statSync(file);
  // SQLite takes an empty file for an empty database; we never leave one behind.
  if (size === 0) throw damaged();
  const connection = connect(file, { readOnly: true });
  try {
    const missing = checkVersion(connection, schema);
    const mustRead = options.isSuspect === true || (!options.isChecked && size <= maxCheckedBytes);
    if (mustRead && connection.pragma('quick_check(1)') !== 'ok') throw damaged();
    // Ten times slower, and sees an index that does not go with its table.
    if (options.isSuspect === true && connection.pragma('integrity_check(1)') !== 'ok') {
      throw damaged();
    }
    // A bit that flips in the text of a table gives a sound file of other tables.
    if (tablesOf(connection) !== expectedTables(schema, missing)) throw damaged();
    return missing;
  } finally {
    connection.close();
  }
}

const tablesByMigrations = new Map<string, string>();

/** The tables of a schema before its last migrations, `missing` of them. */
function expectedTables(schema: Schema, missing: number): string {
  const migrations = schema.migrations.slice(0, schema.migrations.length - missing);
  const key = `${schema.name} ${String(migrations.length)}`;
  const known = tablesByMigrations.get(key);
  if (known !== undefined) return known;
  const connection = connect(':memory:', { readOnly: false });
  try {
    migrate(connection, { ...schema, migrations });
    const tables = tablesOf(connection);
    tablesByMigrations.set(key, tables);
    return tables;
  } finally {
    connection.close();
  }
}

/** Names and columns; the text itself may be written otherwise by another SQLite. */
function tablesOf(connection: Connection): string {
  const rows = connection.all(
    `SELECT made.name, kept.name, kept.type, kept.pk
       FROM sqlite_schema AS made, pragma_table_info(made.name) AS kept
      WHERE made.type = 'table' AND substr(made.name, 1, 7) <> 'sqlite_'
      ORDER BY made.name, kept.cid`,
  );
  return JSON.stringify(rows);
}

/**
 * Makes a database, 0600 in a folder that is 0700 where it is new: under another name
 * first, and under its own when it is whole, so that no other process ever sees a
 * half-made one.
 *
 * @throws FailureError `read-only`, `disk-full`
 */
export function createDatabase(file: string, schema: Schema): void {
  const draft = makeDraft(file);
  try {
    const connection = connect(draft, { readOnly: false });
    try {
      migrate(connection, schema);
    } finally {
      connection.close();
    }
    linkUnlessThere(draft, file);
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  }
}

/**
 * Makes an empty file of mode 0600 under a name that nobody else uses, beside the one it will become.
 *
 * @throws FailureError `read-only`, `disk-full`
 */
export function makeDraft(file: string): string {
  const draft = `${file}.new-${String(process.pid)}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
    closeSync(openSync(draft, 'wx', 0o600));
    return draft;
  } catch (cause) {
    throw cannotCreate(cause);
  }
}

/** A draft that nobody has written to for so long belongs to a process that was killed. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Takes away the drafts that killed processes left beside a database. */
export function removeAbandonedDrafts(file: string): void {
  const folder = dirname(file);
  const drafts = readdirSync(folder).filter(
    (name) => name.startsWith(basename(file)) && /\.new-\d+(-wal|-shm)?$/.test(name),
  );
  for (const name of drafts) {
    const draft = join(folder, name);
    const { mtimeMs = Infinity } = statSync(draft, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > abandonedAfterMs) rmSync(draft, { force: true });
  }
}

function linkUnlessThere(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (cause) {
    if (existsSync(file)) return;
    // Some file systems know no hard links.
    try {
      renameSync(draft, file);
    } catch {
      throw cannotCreate(cause);
    }
  }
}

/** Keeps others of this machine out of a file. Failure `read-only`. */
export function restrict(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (cause) {
    throw cannotCreate(cause);
  }
}

function cannotCreate(cause: unknown): Error {
  // Node's file errors carry a `code`; nothing else is read from them.
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return fail(
      'disk-full',
      'The disk is full, so no offline copy could be made. Free some space and try again.',
      { cause },
    );
  }
  return fail(
    'read-only',
    "The offline copy can't be made in the data folder. Nothing was changed. Check its permissions.",
    { cause },
  );
}
