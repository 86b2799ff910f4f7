import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, dirname, basename, resolve } from 'node:path';
import { asFailure, fail, FailureError } from '../../../shared/failure.ts';
import { linesOf, writeLine, writeLines, type Line } from '../../../shared/gateway/rule-lines.ts';
import { parseObject, stringifyJson, type JsonValue } from '../../../shared/json.ts';
import type { SavedKind } from '../../../shared/saved.ts';
import { refuseFileName, renameOver } from '../../files.ts';
import type { StoreContext } from '../types.ts';
import { recordsSchema } from '../schema/schema.ts';
import { checkFile, makeDraft } from '../sqlite/database-file.ts';
import { clearCheckMark } from '../sqlite/sqlite-failure.ts';
import { connect, type Connection } from '../sqlite/connection.ts';
import { migrate } from '../sqlite/migrate.ts';
import { copyDatabase } from '../sqlite/user-records.ts';

export const backupExtension = 'proxydeck-backup';

/** Not in backups: secrets, and paths to write to, which a foreign file must not choose. */
const leftOutTables = ['gateway_token', 'export_target', 'served_list'];

/**
 * Saves the records into one SQLite file, without secrets.
 *
 * @param target may exist; its folder must
 * @throws FailureError `file-failed`, `disk-full`, `invalid-input` for a refused name; then `target` is unchanged
 */
export async function backUpTo(recordsFile: string, target: string): Promise<void> {
  refuseFileName(target);
  const draft = copyDatabase(recordsFile, recordsFile);
  const partial = join(dirname(target), `.${basename(target)}.partial`);
  try {
    const connection = connect(draft, { readOnly: false });
    try {
      for (const table of leftOutTables) connection.run(`DELETE FROM main.${table}`);
      connection.pragma('journal_mode = DELETE');
    } finally {
      connection.close();
    }
    copyFileSync(draft, partial);
    await renameOver(partial, target);
  } catch (cause) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw cannotSave(cause);
  } finally {
    removeDraft(draft);
  }
}

export interface Restored {
  /** The path of the records from before. */
  readonly before: string;
  /** Newly on by the backup, in words; now off. */
  readonly turnedOff: readonly string[];
}

/**
 * Replaces the records in one transaction; the old ones become the backup `.before-restore`.
 *
 * @throws FailureError `invalid-input` for a damaged or foreign file, `database-newer`, `busy`; then nothing is changed
 */
export function restoreFrom({ writer }: StoreContext, recordsFile: string, source: string): Restored {
  if (!isOfThisKind(source)) throw notABackup();
  const draft = makeDraft(recordsFile);
  const before = `${recordsFile}.before-restore`;
  try {
    copyFileSync(source, draft);
    prepare(draft);
    const copy = copyDatabase(recordsFile, before);
    copyFileSync(copy, before);
    removeDraft(copy);
    writer.run('ATTACH ? AS backup', draft);
    try {
      const turnedOff = writer.transact(() => {
        writer.pragma('defer_foreign_keys = ON');
        const known = readActing(writer);
        for (const table of tablesOf(writer)) {
          writer.run(`DELETE FROM user.${table}`);
          if (leftOutTables.includes(table)) continue;
          const columns = columnsOf(writer, table);
          writer.run(`INSERT INTO user.${table} (${columns}) SELECT ${columns} FROM backup.${table}`);
        }
        // The account's own records are trusted.
        return resolve(source) === resolve(before) ? [] : turnOffNew(writer, known);
      });
      return { before, turnedOff };
    } finally {
      writer.run('DETACH backup');
    }
  } finally {
    removeDraft(draft);
  }
}

/** Fields that open this machine: the safe value, and words for others. */
const openings = [
  ['needsToken', true, 'clients without a token'],
  ['allowsPrivate', false, 'targets in private networks'],
  ['isShared', false, 'use by agents'],
] as const;

/** Records that act while nobody looks. */
function readActing(connection: Connection) {
  const items = (kind: SavedKind) =>
    connection
      .all('SELECT id, name, content FROM user.saved WHERE kind = ? ORDER BY position, id', kind)
      .map(([id, name, content]) => ({ id: Number(id), name: String(name), text: String(content) }));
  const [starts] = connection.get(`SELECT value FROM user.setting WHERE name = 'gatewayStarts'`) ?? [];
  return {
    rules: items('gateway-rule').map((rule) => ({ ...rule, content: parseObject(rule.text) })),
    schedules: items('test-schedule'),
    startsGateway: typeof starts === 'string' && parseObject(starts)['value'] === true,
  };
}

/** Puts `block` in place of each new `direct`; null: nothing to change. */
function blockNewDirect(text: JsonValue | undefined, present: JsonValue | undefined): string | null {
  const known = typeof present === 'string' ? linesOf(present).map(writeLine) : [];
  const lines = typeof text === 'string' ? linesOf(text) : [];
  const isNew = (line: Line): boolean => line.way === 'direct' && !known.includes(writeLine(line));
  return lines.some(isNew) ? writeLines(lines.map((line) => (isNew(line) ? { ...line, way: 'block' } : line))) : null;
}

/**
 * Turns off what records would newly do: a foreign file must neither open this machine nor cause costs. Removes new
 * schedules.
 *
 * @returns what was turned off, in words
 */
function turnOffNew(connection: Connection, known: ReturnType<typeof readActing>): string[] {
  const isSameName = (one: { name: string }) => (other: { name: string }) =>
    one.name.toLowerCase() === other.name.toLowerCase();
  const { rules, schedules, startsGateway } = readActing(connection);
  const turnedOff: string[] = [];
  for (const rule of rules) {
    const present = known.rules.find(isSameName(rule))?.content ?? {};
    const opened = openings.filter(
      ([field, safe]) => (rule.content[field] ?? safe) !== safe && present[field] !== rule.content[field],
    );
    const lines = blockNewDirect(rule.content['lines'], present['lines']);
    if (opened.length === 0 && lines === null) continue;
    const safe = opened.map(([field, value]) => [field, value] as const);
    const content = { ...rule.content, ...Object.fromEntries(safe), ...(lines !== null && { lines }) };
    connection.run('UPDATE user.saved SET content = ? WHERE id = ?', stringifyJson(content), rule.id);
    const words = [...opened.map(([, , each]) => each), ...(lines === null ? [] : ['lines that go direct'])];
    turnedOff.push(...words.map((each) => `${each} of the rule "${rule.name}"`));
  }
  for (const schedule of schedules) {
    if (known.schedules.find(isSameName(schedule))?.text === schedule.text) continue;
    connection.run('DELETE FROM user.saved WHERE id = ?', schedule.id);
    turnedOff.push(`the repeated test "${schedule.name}"`);
  }
  if (startsGateway && !known.startsGateway) {
    connection.run(`DELETE FROM user.setting WHERE name = 'gatewayStarts'`);
    turnedOff.push('the start of the gateway with Proxydeck');
  }
  return turnedOff;
}

/** Checks and migrates a copy of a file of any origin. */
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

function tablesOf(connection: Connection): string[] {
  const names = connection.all(
    `SELECT name FROM backup.sqlite_schema
      WHERE type = 'table' AND (name = 'sqlite_sequence' OR substr(name, 1, 7) <> 'sqlite_')
      ORDER BY name = 'sqlite_sequence', name`,
  );
  return names.map(([name]) => String(name));
}

/** Without computed columns. */
function columnsOf(connection: Connection, table: string): string {
  const names = connection.all(`SELECT name FROM pragma_table_info('${table}', 'user')`);
  return names.map(([name]) => String(name)).join(', ');
}

/** No large other file is copied. */
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
  if (cause instanceof FailureError) return cause;
  // Only `code` is read.
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
