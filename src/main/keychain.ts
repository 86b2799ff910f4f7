/** The key pair of an account, as the keychain keeps it. */
export interface KeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

/**
 * The OS keychain as Proxydeck uses it. Every call fails with
 * `keychain-unavailable` or `keychain-locked` where the keychain can't answer;
 * `undefined` means that it did answer and has no such entry.
 */
export interface Keychain {
  read(accountId: string): Promise<KeyPair | undefined>;
  write(accountId: string, keys: KeyPair): Promise<void>;
  remove(accountId: string): Promise<void>;
}
