import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { join, dirname, basename } from 'node:path';
import { asFailure, fail } from '../../../shared/failure.ts';
import { refuseFileName, renameOver } from '../../files.ts';
import type { StoreContext } from '../types.ts';
import { recordsSchema } from '../schema/schema.ts';
import { checkFile, makeDraft } from '../sqlite/database-file.ts';
import { clearCheckMark } from '../sqlite/sqlite-failure.ts';
import { connect, type Connection } from '../sqlite/connection.ts';
import { migrate } from '../sqlite/migrate.ts';
import { copyDatabase } from '../sqlite/user-records.ts';

/** Of the name of a backup. */
export const backupExtension = 'proxydeck-backup';

/**
 * The tables without which a backup is made; every other table is in it with all of its rows.
 * Secrets are never in it, and a file that somebody else made must not say where Proxydeck writes.
 */
const leftOutTables = ['gateway_token', 'export_target'];

/**
 * Saves the user's records of an account into one file: a SQLite database of the same tables, without secrets.
 *
 * @param target replaced if it exists; its folder must exist
 * @throws FailureError `file-failed`, `disk-full`, `invalid-input` for a name that the system refuses; then `target` is unchanged
 */
export async function backUpTo(recordsFile: string, target: string): Promise<void> {
  refuseFileName(target);
  const draft = copyDatabase(recordsFile, recordsFile);
  const partial = join(dirname(target), `.${basename(target)}.partial`);
  try {
    const connection = connect(draft, { readOnly: false });
    try {
      for (const table of leftOutTables) connection.run(`DELETE FROM main.${table}`);
      // One file, without a log next to it.
      connection.pragma('journal_mode = DELETE');
    } finally {
      connection.close();
    }
    copyFileSync(draft, partial);
    await renameOver(partial, target);
  } catch (cause) {
    rmSync(partial, { force: true });
    throw cannotSave(cause);
  } finally {
    removeDraft(draft);
  }
}

/**
 * Replaces the user's records of an account by those of a backup, in one transaction. The records from before are
 * saved next to the account's files as `.before-restore`, which is a backup too.
 *
 * @returns the path of that file
 * @throws FailureError `invalid-input` for a damaged or foreign file, `database-newer`, `busy`; then nothing is changed
 */
export function restoreFrom({ writer }: StoreContext, recordsFile: string, source: string): string {
  if (!isOfThisKind(source)) throw notABackup();
  const draft = makeDraft(recordsFile);
  try {
    copyFileSync(source, draft);
    prepare(draft);
    const before = `${recordsFile}.before-restore`;
    const copy = copyDatabase(recordsFile, before);
    copyFileSync(copy, before);
    removeDraft(copy);
    writer.run('ATTACH ? AS backup', draft);
    try {
      writer.transact(() => {
        writer.pragma('defer_foreign_keys = ON');
        for (const table of tablesOf(writer)) {
          writer.run(`DELETE FROM user.${table}`);
          if (leftOutTables.includes(table)) continue;
          const columns = columnsOf(writer, table);
          writer.run(`INSERT INTO user.${table} (${columns}) SELECT ${columns} FROM backup.${table}`);
        }
      });
    } finally {
      writer.run('DETACH backup');
    }
    return before;
  } finally {
    removeDraft(draft);
  }
}

/** Checks a copy of a file that may come from anywhere, and brings it to the current version. */
function prepare(draft: string): void {
  try {
    checkFile(draft, recordsSchema, { isChecked: false, isThorough: true });
  } catch (error) {
    throw asFailure(error).code === 'database-damaged' ? notABackup(error) : error;
  } finally {
    clearCheckMark(draft);
  }
  const connection = connect(draft, { readOnly: false });
  try {
    const others = connection.get("SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index') LIMIT 1");
    if (others !== undefined) throw notABackup();
    migrate(connection, recordsSchema);
  } finally {
    connection.close();
  }
}

/** The tables of the backup with their counters of IDs. */
function tablesOf(connection: Connection): string[] {
  const names = connection.all(
    `SELECT name FROM backup.sqlite_schema
      WHERE type = 'table' AND (name = 'sqlite_sequence' OR substr(name, 1, 7) <> 'sqlite_')
      ORDER BY name = 'sqlite_sequence', name`,
  );
  return names.map(([name]) => String(name));
}

/** The columns of a table as a statement lists them, without those that are computed from others. */
function columnsOf(connection: Connection, table: string): string {
  const names = connection.all(`SELECT name FROM pragma_table_info('${table}', 'user')`);
  return names.map(([name]) => String(name)).join(', ');
}

/** Whether the first bytes of a file are those of a database of records, so that a large other file is not copied. */
function isOfThisKind(file: string): boolean {
  const head = Buffer.alloc(72);
  try {
    if (!statSync(file).isFile()) return false;
    const descriptor = openSync(file, 'r');
    try {
      readSync(descriptor, head);
    } finally {
      closeSync(descriptor);
    }
  } catch (cause) {
    throw fail('file-failed', 'The file could not be read. Nothing was changed. Check its path and permissions.', {
      cause,
    });
  }
  return (
    head.subarray(0, 15).toString('latin1') === 'SQLite format 3' &&
    head.readUInt32BE(68) === recordsSchema.applicationId
  );
}

const notABackup = (cause?: unknown): Error =>
  fail(
    'invalid-input',
    'This file is not a backup of Proxydeck, or it is damaged. Nothing was changed. Choose a file that "Back up records" saved.',
    { cause },
  );

function cannotSave(cause: unknown): unknown {
  if (asFailure(cause).code !== 'internal') return cause;
  // Node's file errors have a `code`; nothing else is read from them.
  const { code } = cause as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? fail('disk-full', 'The disk is full. No backup was saved. Free some space and try again.', {
        cause,
      })
    : fail('file-failed', 'The backup could not be saved there. Choose another folder.', { cause });
}

function removeDraft(draft: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) {
    if (existsSync(draft + suffix)) rmSync(draft + suffix, { force: true });
  }
}
