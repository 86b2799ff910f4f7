import { fail, type FailureError } from '../../shared/failure.ts';
import type { Connection } from './connection.ts';
import type { Vault } from './secrets/vault.ts';

/** What the nouns of one open store share. */
export interface StoreContext {
  /** For everything that writes, and for short reads. */
  readonly writer: Connection;
  /**
   * For streams: a connection of its own, so that a slow reader sees one state
   * of the database and never stands in the way of a write.
   */
  readonly reader: () => Connection;
  /** Failure `passwords-locked` while there is no password key. */
  readonly vault: () => Vault;
}

/** The failure for whatever needs the password key while it is not at hand. */
export function passwordsLocked(): FailureError {
  return fail(
    'passwords-locked',
    'The passwords of the offline copy are locked. Nothing was changed. Unlock the keychain or enter the keys again.',
  );
}
