/**
 * The user's records: tests, views, tags, notes. Attached as `user`, with a backup, because nothing can fetch them
 * again.
 */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { renameOverSync } from '../../files.ts';
import { connect } from './connection.ts';
import { checkFile, createDatabase, makeDraft, migrateFile } from './database-file.ts';
import type { Schema } from './migrate.ts';

/** Copies from before a migration still contain deleted notes. */
const oldVersionKeptMs = 30 * 24 * 60 * 60 * 1000;

/** The path of the records of a cache. */
export const recordsFileOf = (cacheFile: string): string => `${cacheFile}.records`;
const backupFileOf = (recordsFile: string): string => `${recordsFile}.backup`;

/**
 * Creates or migrates the file; old content stays as `.version-<number>`.
 *
 * @throws FailureError `database-damaged`, `database-newer`, `read-only`, `disk-full`
 */
export function prepareRecords(file: string, schema: Schema, options: { readonly isChecked: boolean }): void {
  if (!existsSync(file)) createDatabase(file, schema);
  if (checkFile(file, schema, options) === schema.version) return;
  copyOldVersion(file, schema.version);
  migrateFile(file, schema);
}

/** Restores a file from its best backup; false if there is none. */
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

/** Against wrong migrations; failing ones are rolled back. */
function copyOldVersion(file: string, currentVersion: number): void {
  const draft = copyDatabase(file, file);
  const connection = connect(draft, { readOnly: true });
  // Another process may have migrated: the copy's own version names it.
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

/** Oldest first. */
function oldVersionsOf(file: string): string[] {
  const prefix = `${basename(file)}.version-`;
  const versionOf = (name: string): number => Number(name.slice(prefix.length));
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && versionOf(name) > 0)
    .sort((a, b) => versionOf(a) - versionOf(b))
    .map((name) => join(dirname(file), name));
}

/** Updates the backup, and deletes old copies from before a migration. */
export function backUpRecords(file: string): void {
  const changedAtMs = Math.max(modifiedAtMs(file), modifiedAtMs(`${file}-wal`));
  const backup = backupFileOf(file);
  const nowMs = Date.now();
  const backedUpAtMs = modifiedAtMs(backup);
  // One in the future is from a clock that was ahead.
  if (changedAtMs > backedUpAtMs || backedUpAtMs > nowMs) moveInto(copyDatabase(file, backup), backup);
  for (const copy of oldVersionsOf(file)) {
    // A clock that is ahead must not make copies old.
    if (Math.min(nowMs, backedUpAtMs) - modifiedAtMs(copy) > oldVersionKeptMs) rmSync(copy, { force: true });
  }
}

/** Writes a consistent copy next to `to`; returns its path. */
export function copyDatabase(from: string, to: string): string {
  // SQLite keeps the permissions of an empty file.
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

/** Replaces a file that nothing has open. */
function moveInto(draft: string, file: string): void {
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
  renameOverSync(draft, file);
}

function modifiedAtMs(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
