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
import { connect, type Connection } from './connection.ts';
import { checkVersion, migrate, type Schema } from './migrate.ts';
import { damaged } from './sqlite-failure.ts';

/** Checked on opening, in well under a second. */
const maxCheckedBytes = 32 * 1024 * 1024;

/**
 * Checks, without writing, that a file is ours, intact and not newer.
 *
 * @param options.isChecked checks only version and tables
 * @returns its version
 * @throws FailureError `database-newer`, `database-damaged`
 */
export function checkFile(
  file: string,
  schema: Schema,
  options: {
    readonly isChecked: boolean;
    /** Whatever its size. */
    readonly isThorough?: boolean;
  },
): number {
  const { size } = statSync(file);
  // To SQLite an empty file is a database; we leave none.
  if (size === 0) throw damaged();
  const connection = connect(file, { readOnly: true });
  try {
    const version = checkVersion(connection, schema);
    const mustRead = options.isThorough === true || (!options.isChecked && size <= maxCheckedBytes);
    // Ten times as slow; also finds an index that contradicts its table.
    const check = options.isThorough === true ? 'integrity_check(1)' : 'quick_check(1)';
    if (mustRead && connection.pragma(check) !== 'ok') throw damaged();
    // A flipped bit can give a valid file with other tables.
    const isEmptied = schema.isCache && version < schema.version;
    if (!isEmptied && tablesOf(connection) !== expectedTables(schema, version)) throw damaged();
    if (!isEmptied && schema.belongsTo?.(connection, file) === false) throw damaged();
    return version;
  } finally {
    connection.close();
  }
}

const tablesOfVersions = new Map<string, string>();

function expectedTables(schema: Schema, version: number): string {
  const key = `${schema.name} ${String(version)} of ${String(schema.version)}`;
  const known = tablesOfVersions.get(key);
  if (known !== undefined) return known;
  const connection = connect(':memory:', { readOnly: false });
  try {
    const steps = schema.stepsFrom(0);
    const missing = version === schema.version ? 0 : schema.stepsFrom(version).length;
    const applied = steps.slice(0, steps.length - missing);
    migrate(connection, { ...schema, version, stepsFrom: () => applied });
    const tables = tablesOf(connection);
    tablesOfVersions.set(key, tables);
    return tables;
  } finally {
    connection.close();
  }
}

/** Names and columns: SQLite versions format SQL differently. */
function tablesOf(connection: Connection): string {
  const rows = connection.all(
    `SELECT made.name, part.name, part.type, part.pk
       FROM sqlite_schema AS made, pragma_table_info(made.name) AS part
      WHERE made.type = 'table' AND substr(made.name, 1, 7) <> 'sqlite_'
      ORDER BY made.name, part.cid`,
  );
  return JSON.stringify(rows);
}

/**
 * Creates a database, mode 0600, in a folder of mode 0700, and renames it into place.
 *
 * @throws FailureError `read-only`, `disk-full`
 */
export function createDatabase(file: string, schema: Schema): void {
  const draft = makeDraft(file);
  try {
    migrateFile(draft, schema);
    linkUnlessThere(draft, file);
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
  }
}

/** Migrates a file, or creates its tables. Failures of SQLite. */
export function migrateFile(file: string, schema: Schema): void {
  const connection = connect(file, { readOnly: false });
  try {
    migrate(connection, schema);
  } finally {
    connection.close();
  }
}

/**
 * Creates an empty file, mode 0600, next to its target.
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

/** Older drafts belong to killed processes. */
const abandonedAfterMs = 60 * 60 * 1000;

/** Deletes drafts of killed processes. */
export function removeAbandonedDrafts(file: string): void {
  const folder = dirname(file);
  const drafts = readdirSync(folder).filter(
    (name) => name.startsWith(basename(file)) && /\.new-\d+(-wal|-shm)?$/.test(name),
  );
  for (const name of drafts) {
    const draft = join(folder, name);
    const { mtimeMs = Date.now() } = statSync(draft, { throwIfNoEntry: false }) ?? {};
    // One in the future is from before the clock was set back.
    if (Math.abs(Date.now() - mtimeMs) > abandonedAfterMs) rmSync(draft, { force: true });
  }
}

function linkUnlessThere(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (cause) {
    if (existsSync(file)) return;
    // Some file systems lack hard links.
    try {
      renameSync(draft, file);
    } catch {
      throw cannotCreate(cause);
    }
  }
}

/** Makes a file private to its owner. Failure `read-only`. */
export function restrict(file: string): void {
  try {
    chmodSync(file, 0o600);
  } catch (cause) {
    throw cannotCreate(cause);
  }
}

function cannotCreate(cause: unknown): Error {
  // Only `code` is read.
  const code = (cause as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return fail('disk-full', 'The disk is full, so the database could not be created. Free some space and try again.', {
      cause,
    });
  }
  return fail(
    'read-only',
    "The database can't be created in the data folder. Nothing was changed. Check its permissions.",
    { cause },
  );
}
