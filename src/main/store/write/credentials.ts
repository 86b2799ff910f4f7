import { hash } from 'node:crypto';
import type { Connection } from '../sqlite/connection.ts';
import { digestLength, type Vault } from '../schema/vault.ts';

/** Secrets that many proxies share, each encrypted once, over the connection that writes. */
export function createCredentials(connection: Connection) {
  // Known ones are written again too: the ciphertext may be damaged.
  const put = connection.prepare(
    `INSERT INTO credential (digest, secrets) VALUES (?, ?)
     ON CONFLICT (digest) DO UPDATE SET secrets = excluded.secrets RETURNING id`,
  );
  const release = connection.prepare(
    `DELETE FROM credential WHERE id IN (
       SELECT id FROM released_credential EXCEPT SELECT credential_id FROM proxy)`,
  );
  const anyReleased = connection.prepare('SELECT 1 FROM released_credential LIMIT 1');
  const remembered = new Map<string, number>();

  return {
    /** The ID of the secrets of a user name; written unless they are remembered. Only inside a transaction. */
    idOf(owner: string, secrets: string, vault: Vault): number {
      const text = JSON.stringify([owner, secrets]);
      const known = remembered.get(text);
      if (known !== undefined) return known;
      const digest = vault.fingerprints(hash('sha256', text, 'buffer').subarray(0, digestLength));
      const ciphertext = vault.encrypt({ table: 'credential', owner, column: 'secrets' }, secrets);
      const id = Number(put.get(digest, ciphertext)?.[0]);
      remembered.set(text, id);
      return id;
    },
    /** Removes the secrets that no proxy uses any more. Only inside a transaction. */
    removeReleased(): void {
      if (anyReleased.get() === undefined) return;
      release.run();
      connection.run('DELETE FROM released_credential');
    },
    /** At the beginning of every transaction. */
    forget(): void {
      remembered.clear();
    },
  };
}
