import { checkBaseUrl, type KeyPlace } from '../../shared/account.ts';
import { fail } from '../../shared/failure.ts';
import type { BoundKeys, KeyPair, Keychain } from './keychain.ts';
import type { AccountRecord } from './registry.ts';

export type Keys = ReturnType<typeof createKeys>;

/** Finds the key pair of an account: in memory for this run, or in the keychain. */
export function createKeys(keychain: Keychain) {
  const inMemory = new Map<string, BoundKeys>();
  return {
    /**
     * Returns the keys, which were entered for the origin of the account's base URL.
     * Failures `keys-missing`, `keychain-locked`, `keychain-unavailable`.
     */
    async of(account: AccountRecord): Promise<KeyPair> {
      const held = inMemory.get(account.id) ?? (account.hasStoredKeys ? await keychain.read(account.id) : undefined);
      if (held !== undefined) return requireOrigin(account, held);
      throw fail(
        'keys-missing',
        account.hasStoredKeys
          ? `The keys of "${account.name}" are no longer in the keychain. ` +
              'The cached data is unchanged. Enter the keys again.'
          : `The keys of "${account.name}" were only kept in memory for an earlier run. ` +
              'The cached data is unchanged. Enter the keys again.',
      );
    },
    place(account: AccountRecord): KeyPlace {
      if (account.kind === 'environment') return 'environment';
      if (inMemory.has(account.id)) return 'memory';
      return account.hasStoredKeys ? 'keychain' : 'none';
    },
    /** Keeps a pair for this run only, for the origin of a base URL. */
    keepInMemory: (accountId: string, keys: KeyPair, baseUrl: string) =>
      void inMemory.set(accountId, { ...keys, origin: originOf(baseUrl) }),
    /** Stores a pair in the keychain, for the origin of a base URL. */
    async store(accountId: string, keys: KeyPair, baseUrl: string): Promise<void> {
      await keychain.write(accountId, { ...keys, origin: originOf(baseUrl) });
      inMemory.delete(accountId);
    },
    async forget(account: AccountRecord): Promise<void> {
      if (account.hasStoredKeys) await keychain.remove(account.id);
      inMemory.delete(account.id);
    },
  };
}

/** The list of accounts is a plain file, so keys are not sent to a base URL of another origin. */
function requireOrigin(account: AccountRecord, { origin, ...keys }: BoundKeys): KeyPair {
  const checked = checkBaseUrl(account.baseUrl);
  if (!('problem' in checked) && originOf(checked.baseUrl) === origin) return keys;
  throw fail(
    'keys-missing',
    `The keys of "${account.name}" were entered for ${origin}, but the account now points to ${account.baseUrl}. ` +
      'They were not sent. If you trust the new address, enter the keys again.',
  );
}

const originOf = (baseUrl: string): string => new URL(baseUrl).origin;
