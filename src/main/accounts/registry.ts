import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { AccountKind } from '../../shared/account.ts';
import { asFailure, fail } from '../../shared/failure.ts';
import { parseObject } from '../../shared/json.ts';
import { prepareDataDir } from '../data-dir.ts';
import { readSettings, settingRows, type Settings } from '../../shared/settings.ts';
import { connect, type Connection } from '../store/sqlite/connection.ts';
import { checkFile, createDatabase, restrict } from '../store/sqlite/database-file.ts';
import { makeMigratingSchema, migrate } from '../store/sqlite/migrate.ts';

export interface AccountRecord {
  readonly id: string;
  readonly name: string;
  readonly kind: AccountKind;
  /** Empty for the demo, whose address varies. */
  readonly baseUrl: string;
  /** Whether the keys were stored in the keychain; a missing entry is an error then. */
  readonly hasStoredKeys: boolean;
  /** Null: the demo with a past. 0 for other accounts. */
  readonly demoProxyCount: number | null;
}

/** Stored for the demo with a past. */
const withPast = -1;

/** The list of accounts. It always migrates. */
const schema = makeMigratingSchema({
  name: 'list of accounts',
  applicationId: 0,
  steps: [
    `CREATE TABLE account (
       id TEXT PRIMARY KEY,
       name TEXT NOT NULL UNIQUE COLLATE NOCASE,
       kind TEXT NOT NULL,
       base_url TEXT NOT NULL,
       has_stored_keys INTEGER NOT NULL,
       demo_proxy_count INTEGER NOT NULL,
       added_order INTEGER NOT NULL UNIQUE,
       is_leaving INTEGER NOT NULL DEFAULT 0
     ) STRICT, WITHOUT ROWID;
     CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;`,
  ],
});

export type Registry = ReturnType<typeof openRegistry>;

/**
 * Opens `registry.sqlite`: accounts, the current one, settings. Several processes may.
 *
 * @throws FailureError `read-only`, `database-newer`, `database-damaged`
 */
export function openRegistry(file: string) {
  const db = open(file);
  const setting = (name: string): string | undefined => {
    const value = db.get('SELECT value FROM setting WHERE name = ?', name)?.[0];
    return value === undefined ? undefined : String(value);
  };
  const saveSetting = (name: string, value: string): void => {
    db.run('INSERT OR REPLACE INTO setting VALUES (?, ?)', name, value);
  };
  const settings = (): Settings => readSettings(settingRows, parseObject(setting('settings') ?? '{}'));
  const accounts = (isLeaving: 0 | 1): AccountRecord[] =>
    db
      .objects<Omit<AccountRecord, 'hasStoredKeys'> & { readonly hasStoredKeys: number }>(
        `SELECT id, name, kind, base_url AS baseUrl, has_stored_keys AS hasStoredKeys,
           demo_proxy_count AS demoProxyCount
         FROM account WHERE is_leaving = ? ORDER BY added_order`,
        isLeaving,
      )
      .map((row) => ({
        ...row,
        hasStoredKeys: row.hasStoredKeys === 1,
        demoProxyCount: row.demoProxyCount === withPast ? null : row.demoProxyCount,
      }));

  const checkName = (name: string): void => {
    if (!db.get('SELECT 1 FROM account WHERE name = ?', name)) return;
    throw fail('name-taken', `An account named "${name}" already exists. Choose another name.`);
  };
  const insert = (account: AccountRecord, isLeaving: 0 | 1): void => {
    const { id, name, kind, baseUrl, hasStoredKeys, demoProxyCount } = account;
    db.run(
      `INSERT INTO account
         (id, name, kind, base_url, has_stored_keys, demo_proxy_count, is_leaving, added_order)
       SELECT ?, ?, ?, ?, ?, ?, ?, coalesce(max(added_order), 0) + 1 FROM account`,
      id,
      name,
      kind,
      baseUrl,
      Number(hasStoredKeys),
      demoProxyCount ?? withPast,
      isLeaving,
    );
  };

  return {
    list: () => accounts(0),
    /** Their removal has begun; not in `list`. */
    leaving: () => accounts(1),
    /** Hides an account and frees its name. */
    markLeaving(id: string): void {
      db.run('UPDATE account SET is_leaving = 1, name = id WHERE id = ?', id);
    },
    /** Failure `name-taken`. */
    markStaying(id: string, name: string): void {
      db.transact(() => {
        checkName(name);
        db.run('UPDATE account SET is_leaving = 0, name = ? WHERE id = ?', name, id);
      });
    },
    /** Hidden until `markStaying`. */
    addLeaving(account: AccountRecord): void {
      db.transact(() => {
        insert({ ...account, name: account.id }, 1);
      });
    },
    /** Failure `name-taken`. */
    add(account: AccountRecord): void {
      db.transact(() => {
        checkName(account.name);
        insert(account, 0);
      });
    },
    remove(id: string): void {
      db.run('DELETE FROM account WHERE id = ?', id);
    },
    markKeysStored(id: string, hasStoredKeys: boolean): void {
      db.run('UPDATE account SET has_stored_keys = ? WHERE id = ?', Number(hasStoredKeys), id);
    },
    setBaseUrl(id: string, baseUrl: string): void {
      db.run('UPDATE account SET base_url = ? WHERE id = ?', baseUrl, id);
    },
    currentId: () => setting('current_account'),
    setCurrent(id: string): void {
      saveSetting('current_account', id);
    },
    settings,
    /** Undefined restores a default. */
    saveSettings(changes: { readonly [K in keyof Settings]?: Settings[K] | undefined }): void {
      saveSetting('settings', JSON.stringify({ ...settings(), ...changes }));
    },
    close: () => {
      db.close();
    },
  };
}

function open(file: string): Connection {
  try {
    prepareDataDir(dirname(file));
    if (!existsSync(file)) createDatabase(file, schema);
    checkFile(file, schema, { isChecked: false });
    const db = connect(file, { readOnly: false });
    restrict(file);
    migrate(db, schema);
    return db;
  } catch (cause) {
    if (isSystemError(cause, 'EACCES', 'EROFS', 'EPERM', 'EEXIST', 'ENOTDIR', 'ENOENT')) {
      throw fail('read-only', messages['read-only'], { cause });
    }
    const { code } = asFailure(cause);
    throw isNamed(code) ? fail(code, messages[code], { cause }) : cause;
  }
}

const messages = {
  'database-newer':
    'The list of accounts was written by a newer version of Proxydeck. Nothing was changed. Use the newer version.',
  'database-damaged':
    'The list of accounts is damaged. Nothing was changed. ' +
    'Move registry.sqlite out of the data folder and add the accounts again.',
  'read-only':
    'The data folder cannot be written to. Nothing was changed. Choose another with --data-dir, or change its permissions.',
} as const;
const isNamed = (code: string): code is keyof typeof messages => code in messages;

function isSystemError(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
