import type { ReceivedRecord } from '../../../shared/records/received-record.ts';
import type { Connection, SqlRow } from '../connection.ts';
import { storedId, encodeRecord } from '../records/codec.ts';
import { formatId, type SqlValue } from '../records/column-form.ts';
import type { Layout } from '../records/layout.ts';
import type { Vault } from '../secrets/vault.ts';
import { createCredentials } from './credentials.ts';

interface WrittenRow {
  /** A small integer, the same for the same row. */
  readonly key: number;
  readonly outcome: 'added' | 'changed' | 'unchanged';
}

/** Hashes that one statement looks up: a third of the time of a statement for each. */
const hashesAtOnce = 1000;

export type RowWriter = ReturnType<typeof createRowWriter>;

/**
 * Writes the rows of one table over the connection that writes; all but `findByHashes` only
 * inside a transaction.
 */
export function createRowWriter(connection: Connection, layout: Layout) {
  const { table, id, columns, computed, lists, sharesSecrets } = layout;
  const credentials = sharesSecrets ? createCredentials(connection) : undefined;
  const names = [
    ...columns.map(({ field }) => field),
    ...computed.map(({ name }) => name),
    'rest',
    'hash',
    sharesSecrets ? 'credential_id' : 'secrets',
    'key',
  ];
  const find = connection.prepare(`SELECT ${names.join(', ')} FROM ${table} WHERE ${id.field} = ?`);
  const hashAt = names.indexOf('hash');
  const lastKey = connection.prepare(`SELECT max(key) FROM ${table}`);
  const insert = connection.prepare(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
  );
  const remove = connection.prepare(`DELETE FROM ${table} WHERE key = ?`);
  const listWriters = lists.map((list) => ({
    clear: connection.prepare(`DELETE FROM ${list.table} WHERE row_key = ?`),
    add: connection.prepare(
      `INSERT INTO ${list.table} (row_key, position, value) VALUES (?, ?, ?)`,
    ),
  }));
  const places = new Map(columns.map(({ field }, index) => [field, index]));

  // SQLite writes every index of a column that is set, also if the value stays the same.
  const setChanged = (key: number, stored: SqlRow, values: readonly SqlValue[]): void => {
    const changed = names.flatMap((name, at) => {
      const value = values[at] ?? null;
      return isEqual(stored[at] ?? null, value) ? [] : [{ name, value }];
    });
    if (changed.length === 0) return;
    const sets = changed.map(({ name }) => `${name} = ?`).join(', ');
    const sql = `UPDATE ${table} SET ${sets} WHERE key = ?`;
    connection.run(sql, ...changed.map(({ value }) => value), key);
  };

  let nextKey: number | undefined;
  const takeKey = (): number => {
    const key = nextKey ?? Number(lastKey.get()?.[0] ?? 0) + 1;
    nextKey = key + 1;
    return key;
  };
  const secretValue = (secrets: string | null, owner: string, vault: Vault): SqlValue => {
    if (secrets === null) return null;
    if (credentials) return credentials.idOf(owner, secrets, vault);
    return vault.encrypt({ table, owner, column: 'secrets' }, secrets);
  };
  return {
    /** The keys of the rows that were received with exactly this content, by the index of the hash. */
    findByHashes(hashes: readonly Buffer[]): ReadonlyMap<number, number> {
      const found = new Map<number, number>();
      for (let first = 0; first < hashes.length; first += hashesAtOnce) {
        const some = hashes.slice(first, first + hashesAtOnce);
        const values = some.map((_, index) => `(${String(index)}, ?)`).join(', ');
        const sql = `SELECT wanted.column1, r.key FROM (VALUES ${values}) wanted
          CROSS JOIN ${table} r ON r.hash = wanted.column2`;
        for (const [index, key] of connection.all(sql, ...some)) {
          found.set(first + Number(index), Number(key));
        }
      }
      return found;
    },
    /**
     * Adds a row, or changes the one with its ID. A row whose hash was removed is written again,
     * but counts as unchanged: the service did not change it.
     *
     * @param isNew adds it without a look for its ID
     * @throws FailureError `too-large` for a record that is nested too deeply
     */
    write(record: ReceivedRecord, hash: Buffer, vault: Vault, isNew = false): WrittenRow {
      const stored = isNew ? undefined : find.get(storedId(record.id));
      const key = stored ? Number(stored.at(-1)) : takeKey();
      const storedHash = stored?.[hashAt] ?? null;
      if (isEqual(storedHash, hash)) return { key, outcome: 'unchanged' };
      const encoded = encodeRecord(layout, record);
      const valueOf = (field: string): SqlValue => encoded.columns[places.get(field) ?? -1] ?? null;
      const values = [...encoded.columns];
      for (const column of computed) values.push(column.compute(valueOf));
      const secrets = secretValue(encoded.secrets, formatId(valueOf(layout.owner)), vault);
      values.push(encoded.rest, hash, secrets, key);
      if (stored) setChanged(key, stored, values);
      else insert.runWith(values);
      listWriters.forEach(({ clear, add }, index) => {
        if (stored) clear.run(key);
        encoded.lists[index]?.forEach((value, position) => add.run(key, position, value));
      });
      if (!stored) return { key, outcome: 'added' };
      return { key, outcome: storedHash === null ? 'unchanged' : 'changed' };
    },
    remove(keys: readonly number[]): void {
      for (const key of keys) remove.run(key);
    },
    /** Removes secrets that no row uses any more. */
    removeReleasedSecrets(): void {
      credentials?.removeReleased();
    },
    /** Forgets what it remembers of the tables; at the beginning of every transaction. */
    forget(): void {
      nextKey = undefined;
      credentials?.forget();
    },
  };
}

const isEqual = (one: SqlValue, other: SqlValue): boolean =>
  Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other;
