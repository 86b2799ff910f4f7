import { hash } from 'node:crypto';
import type { SqlValue } from './column-form.ts';
import type { Connection } from './connection.ts';
import type { Group } from './layout.ts';
import type { Vault } from './vault.ts';

/** Gives every distinct tuple of a group one small integer. */
export interface Dictionary {
  /** The tuple's id; the tuple is written where it is new. Only inside a transaction. */
  intern(values: readonly SqlValue[], secrets: string | null, vault: Vault): number;
  /** Forgets what it remembers, after a transaction was undone or another process wrote. */
  forget(): void;
}

/** Remembered tuples; beyond that they are looked up in the file again. */
const maxRemembered = 100_000;
const digestLength = 16;

/** Builds the dictionary of one group. */
export function createDictionary(connection: Connection, group: Group): Dictionary {
  const { table, keepsSecrets } = group;
  const remembered = new Map<string, number>();
  let lastValues: readonly SqlValue[] = [];
  let lastSecrets: string | null = null;
  let lastId = 0;
  const names = [...group.columns.map(({ field }) => field), ...(keepsSecrets ? ['secrets'] : [])];
  const find = `SELECT id FROM ${table} WHERE digest = ?`;
  const next = `SELECT coalesce(max(id), 0) + 1 FROM ${table}`;
  const marks = names.map(() => '?').join(', ');
  const insert = `INSERT INTO ${table} (id, digest, ${names.join(', ')}) VALUES (?, ?, ${marks})`;

  const lookUp = (
    text: string,
    values: readonly SqlValue[],
    secrets: string | null,
    vault: Vault,
  ): number => {
    // Only a keyed hash may be made of a password: any other could be guessed at.
    const digest = (
      keepsSecrets ? vault.hash(`${table} ${text}`) : hash('sha256', text, 'buffer')
    ).subarray(0, digestLength);
    const found = connection.get(find, digest)?.[0];
    if (typeof found === 'number') return found;
    const id = Number(connection.get(next)?.[0]);
    const sealed =
      secrets === null ? null : vault.seal({ table, row: id, column: 'secrets' }, secrets);
    connection.run(insert, id, digest, ...values, ...(keepsSecrets ? [sealed] : []));
    return id;
  };

  return {
    intern(values, secrets, vault) {
      // Rows in a row often share a tuple; comparing is quicker than making a text of it.
      if (secrets === lastSecrets && isSame(values, lastValues)) return lastId;
      const text = JSON.stringify([values, secrets]);
      const id = remembered.get(text) ?? lookUp(text, values, secrets, vault);
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(text, id);
      [lastValues, lastSecrets, lastId] = [values, secrets, id];
      return id;
    },
    forget: () => {
      remembered.clear();
      lastValues = [];
    },
  };
}

function isSame(one: readonly SqlValue[], other: readonly SqlValue[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
