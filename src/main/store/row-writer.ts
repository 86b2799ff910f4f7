import type { ReceivedRecord } from '../../shared/received-record.ts';
import { createEncoder, encodeId } from './codec.ts';
import type { SqlValue } from './column-form.ts';
import type { Connection, SqlRow } from './connection.ts';
import { createDictionary } from './dictionary.ts';
import type { Layout } from './layout.ts';
import { createProfiles } from './profiles.ts';
import type { Shapes } from './shapes.ts';
import type { Vault } from './vault.ts';

/** What is known of a row that is there. */
export interface KeptRow {
  readonly key: number;
  readonly fingerprint: SqlValue;
}

/** Writes the rows of one list; all but `forget` stand inside the caller's transaction. */
export interface RowWriter {
  find(id: string): KeptRow | undefined;
  /** The row of a key, if it has this id. */
  get(key: number, id: string): KeptRow | undefined;
  nextKey(): number;
  insert(key: number, record: ReceivedRecord, fingerprint: Buffer, vault: Vault): void;
  update(key: number, record: ReceivedRecord, fingerprint: Buffer, vault: Vault): void;
  /** Removes tuples that no row has any more. */
  sweep(): void;
  /** Forgets what it remembers, after a transaction was undone or another process wrote. */
  forget(): void;
}

/** Builds the writer of one list. */
export function createRowWriter(connection: Connection, layout: Layout, shapes: Shapes): RowWriter {
  const { table, groups } = layout;
  const dictionaries = groups.map((group) => createDictionary(connection, group));
  const profiles = groups.some((group) => group.isInProfile)
    ? createProfiles(connection)
    : undefined;
  const ownGroups = groups.filter((group) => !group.isInProfile);
  const names = [
    'hash',
    'shape_id',
    'extra',
    'secrets',
    ...layout.columns.map(({ field }) => field),
    ...ownGroups.map((group) => `${group.table}_id`),
    ...(profiles ? ['profile_id'] : []),
  ];
  const find = connection.prepare(`SELECT key, hash FROM ${table} WHERE ${layout.id.field} = ?`);
  const get = connection.prepare(
    `SELECT key, hash FROM ${table} WHERE key = ? AND ${layout.id.field} = ?`,
  );
  const insert = connection.prepare(
    `INSERT INTO ${table} (${names.join(', ')}, key) VALUES (${names.map(() => '?').join(', ')}, ?)`,
  );
  const update = connection.prepare(
    `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE key = ?`,
  );
  // The encoder calls back for its groups: the vault of the row at hand stands here meanwhile.
  let vaultAtHand: Vault | undefined;
  const encode = createEncoder(layout, (group, values, plan, onLeftover) => {
    const dictionary = dictionaries[group];
    if (!dictionary || !vaultAtHand) throw new Error(`${table} has no group ${String(group)}.`);
    return dictionary.intern(values, plan, vaultAtHand, onLeftover);
  });

  const toValues = (
    key: number,
    record: ReceivedRecord,
    fingerprint: Buffer,
    vault: Vault,
  ): { values: SqlValue[]; lists: readonly (readonly SqlValue[])[] } => {
    vaultAtHand = vault;
    const encoded = encode(record);
    const sealed =
      encoded.secrets === null
        ? null
        : vault.seal({ table, row: key, column: 'secrets' }, encoded.secrets);
    const values: SqlValue[] = [fingerprint, shapes.intern(encoded.shape), encoded.extra, sealed];
    for (const value of encoded.columns) values.push(value);
    const profileIds: number[] = [];
    encoded.groupIds.forEach((id, index) => {
      if (groups[index]?.isInProfile === true) profileIds.push(id);
      else values.push(id);
    });
    if (profiles) values.push(profiles.intern(profileIds));
    values.push(key);
    return { values, lists: encoded.lists };
  };
  const writeLists = (key: number, lists: readonly (readonly SqlValue[])[]): void => {
    layout.lists.forEach((list, index) => {
      const insertId = connection.prepare(
        `INSERT INTO ${list.table} (row_key, position, value) VALUES (?, ?, ?)`,
      );
      lists[index]?.forEach((value, position) => {
        insertId.run(key, position, value);
      });
    });
  };
  const forget = (): void => {
    for (const dictionary of dictionaries) dictionary.forget();
    profiles?.forget();
  };

  return {
    find: (id) => toKept(find.get(encodeId(layout, id))),
    get: (key, id) => toKept(get.get(key, encodeId(layout, id))),
    nextKey: () => Number(connection.get(`SELECT coalesce(max(key), 0) + 1 FROM ${table}`)?.[0]),
    insert(key, record, fingerprint, vault) {
      const { values, lists } = toValues(key, record, fingerprint, vault);
      insert.run(...values);
      writeLists(key, lists);
    },
    update(key, record, fingerprint, vault) {
      const { values, lists } = toValues(key, record, fingerprint, vault);
      update.run(...values);
      for (const list of layout.lists) {
        connection.run(`DELETE FROM ${list.table} WHERE row_key = ?`, key);
      }
      writeLists(key, lists);
    },
    sweep() {
      profiles?.sweep();
      for (const group of groups) {
        const user = group.isInProfile ? 'profile' : table;
        connection.run(
          `DELETE FROM ${group.table} WHERE id NOT IN (SELECT ${group.table}_id FROM ${user})`,
        );
      }
      forget();
    },
    forget,
  };
}

function toKept(row: SqlRow | undefined): KeptRow | undefined {
  return row && { key: Number(row[0]), fingerprint: row[1] ?? null };
}
