/**
 * What is the person's own of an account, such as the test history, stands in a file
 * beside the offline copy, which is attached to every connection of the copy as `own`.
 * The copy may be lost and comes again; of this file there is a backup.
 */
import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import type { Connection } from './connection.ts';
import { connect } from './connection.ts';
import { checkFile, createDatabase } from './database-file.ts';
import { migrate } from './migrate.ts';
import { recordsSchema } from './schema.ts';

/** Tables that the first versions kept in the copy itself, in the order in which they must be copied. */
const movedTables = ['test_run', 'test_result', 'proxy_test'];

export const recordsFileOf = (copyFile: string): string => `${copyFile}.records`;
const backupFileOf = (recordsFile: string): string => `${recordsFile}.backup`;

/**
 * Makes the file of records where there is none, and brings it up to date.
 *
 * @throws FailureError `database-damaged`, `database-newer`, `read-only`, `disk-full`
 */
export function prepareRecords(file: string, options: { readonly isChecked: boolean }): void {
  if (!existsSync(file)) createDatabase(file, recordsSchema);
  if (checkFile(file, recordsSchema, options) === 0) return;
  const connection = connect(file, { readOnly: false });
  try {
    migrate(connection, recordsSchema);
  } finally {
    connection.close();
  }
}

/** Puts the backup in the place of a file that was set aside; false: there is no good one. */
export function restoreRecords(file: string): boolean {
  const backup = backupFileOf(file);
  if (!existsSync(backup)) return false;
  try {
    checkFile(backup, recordsSchema, { isChecked: false });
  } catch {
    return false;
  }
  copyDatabase(backup, file);
  return true;
}

/** Makes the backup anew where the records have changed since the last one. */
export function backUpRecords(file: string): void {
  const changedAtMs = Math.max(modifiedAtMs(file), modifiedAtMs(`${file}-wal`));
  if (changedAtMs > modifiedAtMs(backupFileOf(file))) copyDatabase(file, backupFileOf(file));
}

/** Takes over what the first versions kept in the copy; a second time changes nothing. */
export function takeOverRecords(copy: Connection): void {
  const present = copy.all(
    `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name IN (SELECT value FROM json_each(?))`,
    JSON.stringify(movedTables),
  );
  const names = movedTables.filter((table) => present.some(([name]) => name === table));
  if (names.length === 0) return;
  copy.transact(() => {
    for (const table of names) {
      const columns = copy
        .all(`SELECT name FROM pragma_table_info(?, 'main')`, table)
        .map(([name]) => String(name))
        .join(', ');
      copy.exec(
        `INSERT OR IGNORE INTO own.${table} (${columns}) SELECT ${columns} FROM main.${table}`,
      );
    }
  });
}

/** Writes one whole, consistent copy of a database under another name. */
function copyDatabase(from: string, to: string): void {
  const draft = `${to}.new-${String(process.pid)}`;
  rmSync(draft, { force: true });
  // SQLite writes into an empty file, which has its permissions already.
  closeSync(openSync(draft, 'wx', 0o600));
  const connection = connect(from, { readOnly: true });
  try {
    connection.run('VACUUM INTO ?', draft);
  } finally {
    connection.close();
  }
  for (const suffix of ['-wal', '-shm']) rmSync(to + suffix, { force: true });
  renameSync(draft, to);
}

function modifiedAtMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
