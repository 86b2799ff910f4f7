import type { BoundKeys, Keychain } from '../../src/main/accounts/keychain.ts';
import { fail } from '../../src/shared/failure.ts';

/** A keychain for tests that are about something else; `isAvailable` can be taken away. */
export function createMemoryKeychain(): Keychain & { readonly entries: Map<string, BoundKeys>; isAvailable: boolean } {
  const entries = new Map<string, BoundKeys>();
  const keychain = {
    entries,
    isAvailable: true,
    read: (accountId: string) => guard(() => entries.get(accountId)),
    write: (accountId: string, keys: BoundKeys) => guard(() => void entries.set(accountId, keys)),
    remove: (accountId: string) => guard(() => void entries.delete(accountId)),
  };
  const guard = async <T>(use: () => T): Promise<T> => {
    await Promise.resolve();
    if (!keychain.isAvailable) throw fail('keychain-unavailable', 'No keychain in this test.');
    return use();
  };
  return keychain;
}
