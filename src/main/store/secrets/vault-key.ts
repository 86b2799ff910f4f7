import type { Connection } from '../connection.ts';
import { passwordsLocked } from '../context.ts';
import { layouts } from '../records/layout.ts';
import { createVault, makeSalt, type Vault } from './vault.ts';

const readKey = 'SELECT salt, key_check FROM vault WHERE id = 1';

export type VaultKey = ReturnType<typeof createVaultKey>;

/** The vault of one store, locked at first. */
export function createVaultKey(writer: Connection) {
  let vault: Vault | undefined;
  /** Whether passwords of a forgotten key may still be in the log, which keeps old pages. */
  let isLogOld = false;

  const emptyOldLog = (): void => {
    if (isLogOld) isLogOld = !writer.emptyLog();
  };
  const tryKey = (privateKey: string): { isFirst: boolean; vault: Vault | undefined } => {
    const row = writer.get(readKey);
    const salt = row?.[0];
    if (!row || !Buffer.isBuffer(salt)) return { isFirst: true, vault: undefined };
    const candidate = createVault(privateKey, salt);
    return { isFirst: false, vault: isCheckOf(candidate, row[1]) ? candidate : undefined };
  };

  const renew = (privateKey: string): { outcome: 'unlocked' | 'renewed'; made: Vault } => {
    const tried = tryKey(privateKey);
    if (tried.vault) return { outcome: 'unlocked', made: tried.vault };
    if (!tried.isFirst) forgetPasswords(writer);
    const salt = makeSalt();
    const made = createVault(privateKey, salt);
    writer.run(
      'INSERT OR REPLACE INTO vault (id, salt, key_check) VALUES (1, ?, ?)',
      salt,
      made.keyCheck,
    );
    return { outcome: tried.isFirst ? 'unlocked' : 'renewed', made };
  };

  const requireVault = (): Vault => {
    if (!vault) throw passwordsLocked();
    return vault;
  };

  return {
    get isUnlocked() {
      return vault !== undefined;
    },
    /** Whether passwords were encrypted with another key: then `unlock` writes every row. */
    isOther(privateKey: string): boolean {
      const tried = tryKey(privateKey);
      return !tried.isFirst && !tried.vault;
    },
    /** 'renewed': passwords were encrypted with another key, and are now forgotten. */
    unlock(privateKey: string): 'unlocked' | 'renewed' {
      vault = undefined;
      // Without the write lock first: unlocking is common, renewing is not.
      const tried = tryKey(privateKey);
      if (tried.vault) {
        vault = tried.vault;
        return 'unlocked';
      }
      const { outcome, made } = writer.transact(() => renew(privateKey));
      if (outcome === 'renewed') {
        isLogOld = true;
        emptyOldLog();
      }
      vault = made;
      return outcome;
    },
    /** Failure `passwords-locked`. */
    vault: requireVault,
    /** As `vault`; fails too if another process has renewed the key. */
    vaultForWriting(): Vault {
      const current = requireVault();
      emptyOldLog();
      if (isCheckOf(current, writer.get(readKey)?.[1])) return current;
      vault = undefined;
      throw passwordsLocked();
    },
  };
}

function isCheckOf(vault: Vault, keyCheck: unknown): boolean {
  return Buffer.isBuffer(keyCheck) && vault.keyCheck.equals(keyCheck);
}

/** A row without its hash counts as changed, so the next sync writes everything again. */
function forgetPasswords(writer: Connection): void {
  for (const { table, sharesSecrets } of Object.values(layouts)) {
    const secrets = sharesSecrets ? '' : ', secrets = NULL';
    writer.run(`UPDATE ${table} SET hash = NULL${secrets}`);
  }
  writer.run('UPDATE kept_record SET secrets = NULL');
  writer.run('UPDATE credential SET secrets = NULL, digest = randomblob(16)');
}
