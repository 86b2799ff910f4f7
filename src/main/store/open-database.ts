import {
  chmodSync,
  closeSync,
  existsSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { fail } from '../../shared/failure.ts';
import { connect, type Connection } from './connection.ts';
import { checkVersion, migrate } from './migrate.ts';
import { damaged } from './sqlite-failure.ts';

/** Files up to this size are read through when they are opened; it takes well under a second. */
const maxCheckedBytes = 32 * 1024 * 1024;

/**
 * Opens an offline copy, or makes it where there is none: the file 0600, a new
 * folder 0700. Nothing of an existing file is written before it is known to be
 * ours and of a version we know.
 *
 * @throws FailureError `database-newer`, `database-damaged`, `read-only`, `disk-full`
 */
export function openDatabase(
  file: string,
  options: { readonly readOnly: boolean; readonly isChecked?: boolean },
): Connection {
  if (!existsSync(file)) {
    if (options.readOnly) {
      throw fail('not-found', 'There is no offline copy of this account yet. Sync to make one.');
    }
    createDatabase(file);
  }
  const missing = inspect(file, options.isChecked === true);
  if (options.readOnly && missing === 0) return connect(file, options);
  const connection = connect(file, { readOnly: false });
  try {
    restrict(file);
    migrate(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Looks at a file through a connection that can't write. */
function inspect(file: string, isChecked: boolean): number {
  const { size } = statSync(file);
  // SQLite takes an empty file for an empty database; we never leave one behind.
  if (size === 0) throw damaged();
  const connection = connect(file, { readOnly: true });
  try {
    const missing = checkVersion(connection);
    if (!isChecked && size <= maxCheckedBytes && connection.pragma('quick_check(1)') !== 'ok')
      throw damaged();
    connection.get('SELECT count(*) FROM sqlite_schema');
    return missing;
  } finally {
    connection.close();
  }
}

/**
 * Makes a database under another name and gives it its own when it is whole, so
 * that no other process ever sees a half-made one.
 */
function createDatabase(file: string): void {
  const draft = `${file}.new-${String(process.pid)}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
    closeSync(openSync(draft, 'wx', 0o600));
  } catch (cause) {
    throw cannotCreate(cause);
  }
  try {
    const connection = connect(draft, { readOnly: false });
    try {
      migrate(connection);
    } finally {
      connection.close();
    }
    linkUnlessThere(draft, file);
  } finally {
    for (const suffix of ['', '-wal', '-shm']) rmSync(draft + suffix, { force: true });
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

function restrict(file: string): void {
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
