import type { Connection } from './sqlite/connection.ts';
import type { ProxyMasks } from './read/memory/proxy-masks.ts';
import type { Vault } from './schema/vault.ts';

/** What the parts of one open store share. */
export interface StoreContext {
  /** For everything that writes, and for short reads. */
  readonly writer: Connection;
  /**
   * For streams: a separate connection, so that a slow reader sees one state
   * of the database and never blocks a write.
   */
  readonly reader: () => Connection;
  /** Answers from what is in memory of the proxies; `work` must not call it again. */
  readonly masks: <T>(work: (masks: ProxyMasks) => T) => T;
  /** Failure `passwords-locked` without the current password key. */
  readonly vault: () => Vault;
}
