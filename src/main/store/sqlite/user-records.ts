/**
 * The file of the user's records: test history, saved views, tags, notes. It is next to
 * the cache and is attached to the cache's connections as `user`. The cache can be fetched
 * again; this file has a backup.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { renameOverSync } from '../../files.ts';
import { connect } from './connection.ts';
import { checkFile, createDatabase, makeDraft } from './database-file.ts';
import { migrate, type Schema } from './migrate.ts';

/** A copy from before a migration is deleted after this time, with the text of its notes. */
const oldVersionKeptMs = 30 * 24 * 60 * 60 * 1000;

/** Path of the user's records next to the path of a cache. */
export const recordsFileOf = (cacheFile: string): string => `${cacheFile}.records`;
const backupFileOf = (recordsFile: string): string => `${recordsFile}.backup`;

/**
 * Creates the file if there is none, and migrates it to the current version. Its content
 * from before a migration stays next to it as `.version-<number>`.
 *
 * @throws FailureError `database-damaged`, `database-newer`, `read-only`, `disk-full`
 */
export function prepareRecords(file: string, schema: Schema, options: { readonly isChecked: boolean }): void {
  if (!existsSync(file)) createDatabase(file, schema);
  if (checkFile(file, schema, options) === schema.version) return;
  copyOldVersion(file, schema.version);
  const connection = connect(file, { readOnly: false });
  try {
    migrate(connection, schema);
  } finally {
    connection.close();
  }
}

/** Replaces a file that was moved aside by its best backup; false if there is none. */
export function restoreRecords(file: string, schema: Schema): boolean {
  const backup = [backupFileOf(file), ...oldVersionsOf(file).reverse()].find((copy) => isWhole(copy, schema));
  if (backup === undefined) return false;
  moveInto(copyDatabase(backup, file), file);
  return true;
}

function isWhole(file: string, schema: Schema): boolean {
  if (!existsSync(file)) return false;
  try {
    checkFile(file, schema, { isChecked: false, isThorough: true });
    return true;
  } catch {
    return false;
  }
}

/** A migration that fails is rolled back; only a copy from before reverts one that does the wrong thing. */
function copyOldVersion(file: string, currentVersion: number): void {
  const draft = copyDatabase(file, file);
  const connection = connect(draft, { readOnly: true });
  // Another process may have migrated meanwhile: the copy is named after its own version.
  const version = connection.pragma('user_version');
  connection.close();
  if (version === currentVersion) {
    rmSync(draft);
    return;
  }
  const copy = `${file}.version-${String(version)}`;
  moveInto(draft, copy);
  for (const older of oldVersionsOf(file)) if (older !== copy) rmSync(older, { force: true });
}

/** Copies from before a migration, oldest version first. */
function oldVersionsOf(file: string): string[] {
  const prefix = `${basename(file)}.version-`;
  const versionOf = (name: string): number => Number(name.slice(prefix.length));
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && versionOf(name) > 0)
    .sort((a, b) => versionOf(a) - versionOf(b))
    .map((name) => join(dirname(file), name));
}

/** Brings the backup up to date and deletes copies from before a migration that are too old. */
export function backUpRecords(file: string): void {
  const changedAtMs = Math.max(modifiedAtMs(file), modifiedAtMs(`${file}-wal`));
  const backup = backupFileOf(file);
  const nowMs = Date.now();
  const backedUpAtMs = modifiedAtMs(backup);
  // A clock that was ahead made one in the future.
  if (changedAtMs > backedUpAtMs || backedUpAtMs > nowMs) moveInto(copyDatabase(file, backup), backup);
  for (const copy of oldVersionsOf(file)) {
    // A clock that is ahead makes no copy older than the last backup shows.
    if (Math.min(nowMs, backedUpAtMs) - modifiedAtMs(copy) > oldVersionKeptMs) rmSync(copy, { force: true });
  }
}

/** Writes a consistent copy of a database next to `to`; returns the name of the draft. */
export function copyDatabase(from: string, to: string): string {
  // SQLite writes into an empty file, which already has its permissions.
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

/** Replaces a file that nothing has open by a draft. */
function moveInto(draft: string, file: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  renameOverSync(draft, file);
}

function modifiedAtMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
