import type { KeyPlace } from '../shared/account.ts';
import { fail } from '../shared/failure.ts';
import type { KeyPair, Keychain } from './keychain.ts';
import type { AccountRecord } from './registry.ts';

/** Finds the key pair of an account: in memory for this run, or in the keychain. */
export interface Keys {
  /** Failures `keys-missing`, `keychain-locked`, `keychain-unavailable`. */
  of(account: AccountRecord): Promise<KeyPair>;
  place(account: AccountRecord): KeyPlace;
  /** Keeps a pair for this run only. */
  keepInMemory(accountId: string, keys: KeyPair): void;
  store(accountId: string, keys: KeyPair): Promise<void>;
  forget(account: AccountRecord): Promise<void>;
}

/** Keys come from the keychain unless a pair is held in memory for this run. */
export function createKeys(keychain: Keychain): Keys {
  const inMemory = new Map<string, KeyPair>();
  return {
    async of(account) {
      const held = inMemory.get(account.id);
      if (held !== undefined) return held;
      const stored = account.hasStoredKeys ? await keychain.read(account.id) : undefined;
      if (stored !== undefined) return stored;
      throw fail(
        'keys-missing',
        account.hasStoredKeys
          ? `The keychain answered, but the keys of "${account.name}" are no longer in it. ` +
              'The offline copy was kept. Enter the keys again.'
          : `The keys of "${account.name}" were kept in memory for an earlier run only. ` +
              'The offline copy was kept. Enter the keys again.',
      );
    },
    place(account) {
      if (account.kind === 'environment') return 'environment';
      if (inMemory.has(account.id)) return 'memory';
      return account.hasStoredKeys ? 'keychain' : 'none';
    },
    keepInMemory: (accountId, keys) => void inMemory.set(accountId, keys),
    async store(accountId, keys) {
      await keychain.write(accountId, keys);
      inMemory.delete(accountId);
    },
    async forget(account) {
      if (account.hasStoredKeys) await keychain.remove(account.id);
      inMemory.delete(account.id);
    },
  };
}
