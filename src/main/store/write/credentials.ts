import { hash } from 'node:crypto';
import { digestLength } from '../../../shared/received-record.ts';
import type { Connection } from '../connection.ts';
import type { Vault } from '../secrets/vault.ts';

/** As many as the proxies of a page have at most. */
const maxRemembered = 1000;

/** Secrets that many proxies share, each encrypted once, over the connection that writes. */
export function createCredentials(connection: Connection) {
  const find = connection.prepare('SELECT id FROM credential WHERE digest = ?');
  const insert = connection.prepare(
    `INSERT INTO credential (digest, secrets) VALUES (?, ?)
     ON CONFLICT (digest) DO NOTHING RETURNING id`,
  );
  const release = connection.prepare(
    `DELETE FROM credential WHERE id IN (
       SELECT id FROM released_credential EXCEPT SELECT credential_id FROM proxy)`,
  );
  const anyReleased = connection.prepare('SELECT 1 FROM released_credential LIMIT 1');
  const remembered = new Map<string, number>();
  let rememberedOf: Vault | undefined;

  return {
    /** The ID of the secrets of a user name; written if they are new. Only inside a transaction. */
    idOf(owner: string, secrets: string, vault: Vault): number {
      if (vault !== rememberedOf || remembered.size >= maxRemembered) remembered.clear();
      rememberedOf = vault;
      const text = JSON.stringify([owner, secrets]);
      let id = remembered.get(text);
      if (id === undefined) {
        const digest = vault.fingerprints(hash('sha256', text, 'buffer').subarray(0, digestLength));
        const ciphertext = vault.encrypt(
          { table: 'credential', owner, column: 'secrets' },
          secrets,
        );
        // One that is not remembered is mostly new.
        id = Number((insert.get(digest, ciphertext) ?? find.get(digest))?.[0]);
        remembered.set(text, id);
      }
      return id;
    },
    /** Removes the secrets that no proxy uses any more. Only inside a transaction. */
    removeReleased(): void {
      if (anyReleased.get() === undefined) return;
      release.run();
      connection.run('DELETE FROM released_credential');
      remembered.clear();
    },
    /** After a rollback, and before a transaction that follows one of another process. */
    forget(): void {
      remembered.clear();
    },
  };
}
