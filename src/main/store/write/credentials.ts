import type { Connection } from '../connection.ts';
import type { Vault } from '../secrets/vault.ts';

/** Secrets that many proxies share, each encrypted once. */
export interface Credentials {
  /** The ID of the secrets of a user name; written if they are new. Only inside a transaction. */
  idOf(owner: string, secrets: string, vault: Vault): number;
  /** Removes the secrets that no proxy uses any more. Only inside a transaction. */
  removeReleased(): void;
  /** After a rollback, and before a transaction that follows one of another process. */
  forget(): void;
}

/** As many as the proxies of a page have at most. */
const maxRemembered = 1000;
const digestLength = 16;

/** Prepares the statements over the connection that writes. */
export function createCredentials(connection: Connection): Credentials {
  const find = connection.prepare('SELECT id FROM credential WHERE digest = ?');
  const nextId = connection.prepare('SELECT coalesce(max(id), 0) + 1 FROM credential');
  const insert = connection.prepare(
    'INSERT INTO credential (id, digest, secrets) VALUES (?, ?, ?)',
  );
  const release = connection.prepare(
    `DELETE FROM credential WHERE id IN (
       SELECT id FROM released_credential EXCEPT SELECT credential_id FROM proxy)`,
  );
  const anyReleased = connection.prepare('SELECT 1 FROM released_credential LIMIT 1');
  const remembered = new Map<string, number>();
  let rememberedOf: Vault | undefined;

  const add = (digest: Buffer, owner: string, secrets: string, vault: Vault): number => {
    const id = Number(nextId.get()?.[0]);
    const secretOwner = { table: 'credential', owner, column: 'secrets' };
    insert.run(id, digest, vault.encrypt(secretOwner, secrets));
    return id;
  };
  return {
    idOf(owner, secrets, vault) {
      if (vault !== rememberedOf || remembered.size >= maxRemembered) remembered.clear();
      rememberedOf = vault;
      const text = JSON.stringify([owner, secrets]);
      let id = remembered.get(text);
      if (id === undefined) {
        const digest = vault.hash(text).subarray(0, digestLength);
        const found = find.get(digest)?.[0];
        id = found === undefined ? add(digest, owner, secrets, vault) : Number(found);
        remembered.set(text, id);
      }
      return id;
    },
    removeReleased() {
      if (anyReleased.get() === undefined) return;
      release.run();
      connection.run('DELETE FROM released_credential');
      remembered.clear();
    },
    forget() {
      remembered.clear();
    },
  };
}
