/**
 * What is the person's own of an account, such as the test history, stands in a file
 * beside the offline copy, which is attached to every connection of the copy as `own`.
 * The copy may be lost and comes again; of this file there is a backup.
 */
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Connection } from '../connection.ts';
import { connect } from '../connection.ts';
import { checkFile, createDatabase, makeDraft } from './database-file.ts';
import { migrate } from '../migrate.ts';
import { recordsSchema } from '../schema.ts';

/** Tables that the first versions kept in the copy itself, in the order in which they must be copied. */
const movedTables = ['test_run', 'test_result', 'proxy_test'];

/** Path of the person's own records beside the path of a copy. */
export const recordsFileOf = (copyFile: string): string => `${copyFile}.records`;
const backupFileOf = (recordsFile: string): string => `${recordsFile}.backup`;

/**
 * Makes the file of records where there is none, and brings it up to date; what it
 * was before stays beside it as `.version-<number>` until the next time.
 *
 * @throws FailureError `database-damaged`, `database-newer`, `read-only`, `disk-full`
 */
export function prepareRecords(file: string, options: { readonly isChecked: boolean }): void {
  if (!existsSync(file)) createDatabase(file, recordsSchema);
  if (checkFile(file, recordsSchema, options) === 0) return;
  keepOldVersion(file);
  const connection = connect(file, { readOnly: false });
  try {
    migrate(connection, recordsSchema);
  } finally {
    connection.close();
  }
}

/** Puts the best backup in the place of a file that was set aside; false: there is no good one. */
export function restoreRecords(file: string): boolean {
  const good = [backupFileOf(file), ...oldVersionsOf(file).reverse()].find(isWhole);
  if (good === undefined) return false;
  moveInto(copyDatabase(good, file), file);
  return true;
}

function isWhole(file: string): boolean {
  if (!existsSync(file)) return false;
  try {
    checkFile(file, recordsSchema, { isChecked: false, isSuspect: true });
    return true;
  } catch {
    return false;
  }
}

/** A migration is undone where it fails; what one does wrong is undone only by a copy from before. */
function keepOldVersion(file: string): void {
  const draft = copyDatabase(file, file);
  const connection = connect(draft, { readOnly: true });
  // Another process may have migrated meanwhile: the copy is called what it is.
  const version = connection.pragma('user_version');
  connection.close();
  if (version === recordsSchema.migrations.length) {
    rmSync(draft);
    return;
  }
  const kept = `${file}.version-${String(version)}`;
  moveInto(draft, kept);
  for (const older of oldVersionsOf(file)) if (older !== kept) rmSync(older, { force: true });
}

/** Copies from before a migration, oldest first. */
function oldVersionsOf(file: string): string[] {
  const prefix = `${basename(file)}.version-`;
  const versionOf = (name: string): number => Number(name.slice(prefix.length));
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && versionOf(name) > 0)
    .sort((a, b) => versionOf(a) - versionOf(b))
    .map((name) => join(dirname(file), name));
}

/** Makes the backup anew where the records have changed since the last one. */
export function backUpRecords(file: string): void {
  const changedAtMs = Math.max(modifiedAtMs(file), modifiedAtMs(`${file}-wal`));
  const backup = backupFileOf(file);
  if (changedAtMs > modifiedAtMs(backup)) moveInto(copyDatabase(file, backup), backup);
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

/** Writes one whole, consistent copy of a database; gives the name of the draft. */
function copyDatabase(from: string, to: string): string {
  // SQLite writes into an empty file, which has its permissions already.
  const draft = makeDraft(to);
  const connection = connect(from, { readOnly: true });
  try {
    connection.run('VACUUM INTO ?', draft);
    flush(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  } finally {
    connection.close();
  }
  return draft;
}

function flush(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Puts a draft in the place of a file that nothing has open. */
function moveInto(draft: string, file: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  renameSync(draft, file);
}

function modifiedAtMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
