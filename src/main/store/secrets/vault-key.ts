import type { Connection } from '../connection.ts';
import { passwordsLocked } from '../context.ts';
import { layouts } from '../layout.ts';
import { createVault, makeSalt, type Vault } from './vault.ts';

/** Holds the vault while the store is unlocked. */
export interface VaultKey {
  readonly isUnlocked: boolean;
  unlock(privateKey: string): 'unlocked' | 'renewed';
  /** Failure `passwords-locked`. */
  vault(): Vault;
  /** The vault for writing; makes sure that no other process has renewed the key meanwhile. */
  vaultForWriting(): Vault;
}

const readKey = 'SELECT salt, key_check FROM vault WHERE id = 1';

/** Builds the lock of one store. */
export function createVaultKey(writer: Connection): VaultKey {
  let vault: Vault | undefined;

  /** The vault where the key is the one that passwords were written with. */
  const tryKey = (privateKey: string): { isFirst: boolean; vault: Vault | undefined } => {
    const kept = writer.get(readKey);
    const salt = kept?.[0];
    if (!kept || !Buffer.isBuffer(salt)) return { isFirst: true, vault: undefined };
    const candidate = createVault(privateKey, salt);
    return { isFirst: false, vault: isCheckOf(candidate, kept[1]) ? candidate : undefined };
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
    unlock(privateKey) {
      vault = undefined;
      // Tried without the write lock first: unlocking is common, renewing is not.
      const tried = tryKey(privateKey);
      if (tried.vault) {
        vault = tried.vault;
        return 'unlocked';
      }
      const { outcome, made } = writer.transact(() => renew(privateKey));
      // Forgotten passwords must not live on in the log, which keeps old pages.
      if (outcome === 'renewed') writer.pragma('wal_checkpoint(TRUNCATE)');
      vault = made;
      return outcome;
    },
    vault: requireVault,
    vaultForWriting() {
      const current = requireVault();
      if (isCheckOf(current, writer.get(readKey)?.[1])) return current;
      vault = undefined;
      throw passwordsLocked();
    },
  };
}

function isCheckOf(vault: Vault, keyCheck: unknown): boolean {
  return Buffer.isBuffer(keyCheck) && vault.keyCheck.equals(keyCheck);
}

/** Without its hash a row counts as changed, so that the next sync writes everything again. */
function forgetPasswords(writer: Connection): void {
  for (const { table } of Object.values(layouts)) {
    writer.run(`UPDATE ${table} SET hash = NULL, secrets = NULL`);
  }
  writer.run('UPDATE kept_record SET secrets = NULL');
  writer.run('UPDATE credential SET secrets = NULL, digest = randomblob(16)');
}
