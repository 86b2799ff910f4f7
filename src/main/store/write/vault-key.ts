import { fail } from '../../../shared/failure.ts';
import type { Connection } from '../sqlite/connection.ts';
import { layouts } from '../schema/layout.ts';
import { createVault, makeSalt, type Vault } from '../schema/vault.ts';

const readKey = 'SELECT salt, key_check FROM vault WHERE id = 1';

/** The vault of one store, locked at first. */
export function createVaultKey(writer: Connection) {
  let vault: Vault | undefined;

  /** The vault of a private key if it is the cache's; 'none': the cache has no key yet. */
  const find = (privateKey: string): Vault | 'other' | 'none' => {
    const [salt, keyCheck] = writer.get(readKey) ?? [];
    if (!Buffer.isBuffer(salt)) return 'none';
    const candidate = createVault(privateKey, salt);
    return isCheckOf(candidate, keyCheck) ? candidate : 'other';
  };
  const make = (privateKey: string): Vault => {
    const salt = makeSalt();
    const made = createVault(privateKey, salt);
    writer.run('INSERT OR REPLACE INTO vault (id, salt, key_check) VALUES (1, ?, ?)', salt, made.keyCheck);
    return made;
  };
  const findOrMake = (privateKey: string): Vault | 'other' => {
    const found = find(privateKey);
    return found === 'none' ? make(privateKey) : found;
  };
  /** The vault, unless another process has replaced the key. */
  const current = (): Vault | undefined => (vault && isCheckOf(vault, writer.get(readKey)?.[1]) ? vault : undefined);

  return {
    get isUnlocked() {
      return current() !== undefined;
    },
    /** Returns false and stays locked if the passwords were encrypted with another key. */
    unlock(privateKey: string): boolean {
      let found = find(privateKey);
      // Only the first key of a cache is written.
      if (found === 'none') found = writer.transact(() => findOrMake(privateKey));
      vault = found === 'other' ? undefined : found;
      return vault !== undefined;
    },
    /** Unlocks; returns whether the passwords of another key were discarded. */
    renew(privateKey: string): boolean {
      const isOther = writer.transact(() => {
        const found = findOrMake(privateKey);
        if (found === 'other') discardPasswords(writer);
        vault = found === 'other' ? make(privateKey) : found;
        return found === 'other';
      });
      // The log still has the pages with them.
      if (isOther) writer.emptyLog();
      return isOther;
    },
    /** Failure `passwords-locked`. */
    vault(): Vault {
      const unlocked = current();
      if (unlocked) return unlocked;
      throw fail(
        'passwords-locked',
        'The cached passwords are locked. Nothing was changed. Unlock the keychain or enter the keys again.',
      );
    },
  };
}

function isCheckOf(vault: Vault, keyCheck: unknown): boolean {
  return Buffer.isBuffer(keyCheck) && vault.keyCheck.equals(keyCheck);
}

/** A row without its hash counts as changed, so the next sync writes everything again. */
function discardPasswords(writer: Connection): void {
  for (const { table, sharesSecrets } of Object.values(layouts)) {
    const secrets = sharesSecrets ? '' : ', secrets = NULL';
    writer.run(`UPDATE ${table} SET hash = NULL${secrets}`);
  }
  writer.run('UPDATE cached_record SET secrets = NULL');
  writer.run('UPDATE credential SET secrets = NULL');
}
