import Database from 'better-sqlite3';
import { chmodSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AccountKind } from '../shared/account.ts';
import { fail } from '../shared/failure.ts';
import { prepareDataDir } from './data-dir.ts';
import {
  defaultSettings,
  syncIntervals,
  type Settings,
  type SyncInterval,
} from '../shared/settings.ts';

/** An account as it is registered on this machine: never a key. */
export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: AccountKind;
  /** Empty for the demo, which has an address of its own in every run. */
  readonly baseUrl: string;
  /** Whether a key pair was handed to the keychain; then "no entry" there is a fault, not a fact. */
  readonly hasStoredKeys: boolean;
  /** Size of the demo account; 0 for the others. */
  readonly demoProxyCount: number;
}

/** Which accounts there are, which is current, and the settings of the app. */
export interface Registry {
  list(): AccountRecord[];
  /** Failure `name-taken`. */
  add(account: AccountRecord): void;
  /** Accounts whose removal has begun and not ended; they are not in `list`. */
  leaving(): AccountRecord[];
  /** Hides an account; its name is free again. */
  markLeaving(id: string): void;
  /** Brings a hidden account back under a name. */
  markStaying(id: string, name: string): void;
  remove(id: string): void;
  markKeysStored(id: string, hasStoredKeys: boolean): void;
  setBaseUrl(id: string, baseUrl: string): void;
  currentId(): string | undefined;
  setCurrent(id: string): void;
  settings(): Settings;
  saveSettings(settings: Settings): void;
  close(): void;
}

/** Each entry is one migration, never edited once landed; `user_version` counts those applied. */
const migrations = [
  `CREATE TABLE account (
     id TEXT PRIMARY KEY,
     name TEXT NOT NULL UNIQUE COLLATE NOCASE,
     kind TEXT NOT NULL,
     base_url TEXT NOT NULL,
     has_stored_keys INTEGER NOT NULL,
     demo_proxy_count INTEGER NOT NULL,
     added_order INTEGER NOT NULL UNIQUE
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  `ALTER TABLE account ADD COLUMN is_leaving INTEGER NOT NULL DEFAULT 0;`,
];

interface AccountSqlRow {
  id: string;
  name: string;
  kind: AccountKind;
  baseUrl: string;
  hasStoredKeys: number;
  demoProxyCount: number;
}

/**
 * Opens the registry, `registry.sqlite` in the data folder. The window and
 * command lines may have it open at the same time.
 *
 * @throws FailureError `read-only`, `database-newer`, `database-damaged`
 */
export function openRegistry(file: string): Registry {
  const db = open(file);
  const statements = {
    list: db.prepare<[number], AccountSqlRow>(
      `SELECT id, name, kind, base_url AS baseUrl, has_stored_keys AS hasStoredKeys,
              demo_proxy_count AS demoProxyCount
         FROM account WHERE is_leaving = ? ORDER BY added_order`,
    ),
    add: db.prepare(
      `INSERT INTO account (id, name, kind, base_url, has_stored_keys, demo_proxy_count, added_order)
         SELECT @id, @name, @kind, @baseUrl, @hasStoredKeys, @demoProxyCount,
                coalesce(max(added_order), 0) + 1 FROM account`,
    ),
    leave: db.prepare('UPDATE account SET is_leaving = 1, name = id WHERE id = ?'),
    stay: db.prepare('UPDATE account SET is_leaving = 0, name = ? WHERE id = ?'),
    remove: db.prepare('DELETE FROM account WHERE id = ?'),
    setBaseUrl: db.prepare('UPDATE account SET base_url = ? WHERE id = ?'),
    markKeys: db.prepare('UPDATE account SET has_stored_keys = ? WHERE id = ?'),
    getSetting: db.prepare<[string], { value: string }>('SELECT value FROM setting WHERE name = ?'),
    setSetting: db.prepare('INSERT OR REPLACE INTO setting VALUES (?, ?)'),
  };
  const setting = (name: string): string | undefined => statements.getSetting.get(name)?.value;

  const accounts = (isLeaving: 0 | 1): AccountRecord[] =>
    statements.list.all(isLeaving).map((row) => ({
      ...row,
      hasStoredKeys: row.hasStoredKeys === 1,
    }));

  return {
    list: () => accounts(0),
    leaving: () => accounts(1),
    markLeaving: (id) => void statements.leave.run(id),
    markStaying: (id, name) => void statements.stay.run(name, id),
    add(account) {
      try {
        statements.add.run({ ...account, hasStoredKeys: account.hasStoredKeys ? 1 : 0 });
      } catch (cause) {
        if (!isSqliteError(cause, 'SQLITE_CONSTRAINT_UNIQUE')) throw cause;
        throw fail(
          'name-taken',
          `There is already an account named "${account.name}". Choose another name.`,
        );
      }
    },
    remove: (id) => void statements.remove.run(id),
    markKeysStored: (id, stored) => void statements.markKeys.run(stored ? 1 : 0, id),
    setBaseUrl: (id, baseUrl) => void statements.setBaseUrl.run(baseUrl, id),
    currentId: () => setting('current_account'),
    setCurrent: (id) => void statements.setSetting.run('current_account', id),
    settings: () => ({
      theme: readTheme(setting('theme')),
      clipboardClearSeconds: Number(
        setting('clipboard_clear_seconds') ?? defaultSettings.clipboardClearSeconds,
      ),
      syncIntervalMinutes: readInterval(setting('sync_interval_minutes')),
      installUpdates: setting('install_updates') !== '0',
    }),
    saveSettings(settings) {
      statements.setSetting.run('theme', settings.theme);
      statements.setSetting.run('clipboard_clear_seconds', String(settings.clipboardClearSeconds));
      statements.setSetting.run('sync_interval_minutes', String(settings.syncIntervalMinutes));
      statements.setSetting.run('install_updates', settings.installUpdates === false ? '0' : '1');
    },
    close: () => void db.close(),
  };
}

function readTheme(text: string | undefined): Settings['theme'] {
  return text === 'light' || text === 'dark' ? text : defaultSettings.theme;
}

function readInterval(text: string | undefined): SyncInterval {
  const minutes = syncIntervals.find((interval) => String(interval) === text);
  return minutes ?? defaultSettings.syncIntervalMinutes;
}

function open(file: string): Database.Database {
  try {
    prepareDataDir(dirname(file));
    const db = new Database(file, { timeout: 5000 });
    chmodSync(file, 0o600);
    const version = Number(db.pragma('user_version', { simple: true }));
    if (version > migrations.length) {
      db.close();
      throw fail(
        'database-newer',
        'The list of accounts was written by a newer Proxydeck. Nothing was changed. Use the newer one.',
      );
    }
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.transaction(() => {
      // Read again inside: another process may have migrated in between.
      const applied = Number(db.pragma('user_version', { simple: true }));
      for (const sql of migrations.slice(applied)) db.exec(sql);
      db.pragma(`user_version = ${String(migrations.length)}`);
    }).immediate();
    return db;
  } catch (cause) {
    if (isSqliteError(cause, 'SQLITE_NOTADB') || isSqliteError(cause, 'SQLITE_CORRUPT')) {
      throw fail(
        'database-damaged',
        'The list of accounts can no longer be read. Nothing was changed. ' +
          'Move registry.sqlite out of the data folder and add the accounts again.',
        { cause },
      );
    }
    if (
      isSystemError(cause, 'EACCES', 'EROFS', 'EPERM', 'EEXIST', 'ENOTDIR') ||
      isSqliteError(cause, 'SQLITE_READONLY', 'SQLITE_CANTOPEN')
    ) {
      throw fail(
        'read-only',
        'The data folder cannot be written to. Nothing was changed. Choose another with --data-dir, or change its permissions.',
        { cause },
      );
    }
    throw cause;
  }
}

function isSqliteError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Database.SqliteError && codes.some((code) => error.code.startsWith(code));
}

function isSystemError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
