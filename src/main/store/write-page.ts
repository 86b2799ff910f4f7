import { toJsonText } from './json-text.ts';
import { createEncoder, encodeId } from './codec.ts';
import type { SqlValue } from './column-form.ts';
import type { Connection } from './connection.ts';
import type { ReceivedRecord } from '../../shared/received-record.ts';
import type { PageWritten } from './contract.ts';
import { createDictionary } from './dictionary.ts';
import type { Layout } from './layout.ts';
import { createProfiles } from './profiles.ts';
import type { Shapes } from './shapes.ts';
import type { Vault } from './vault.ts';

export interface PageWriter {
  /** Writes a page inside the caller's transaction. */
  write(records: readonly ReceivedRecord[], vault: Vault): PageWritten;
  /** Removes tuples that no row has any more. Inside a transaction. */
  sweep(): void;
  forget(): void;
}

const hashLength = 8;

/** Builds the writer of one list. */
export function createPageWriter(
  connection: Connection,
  layout: Layout,
  shapes: Shapes,
): PageWriter {
  const encode = createEncoder(layout);
  const dictionaries = layout.groups.map((group) => ({
    group,
    dictionary: createDictionary(connection, group),
  }));
  const profile = layout.groups.some((group) => group.isInProfile)
    ? createProfiles(connection)
    : undefined;
  const { table } = layout;
  const names = [
    'hash',
    'shape_id',
    'extra',
    'secrets',
    ...layout.columns.map(({ field }) => field),
    ...layout.groups.filter((group) => !group.isInProfile).map((group) => `${group.table}_id`),
    ...(profile ? ['profile_id'] : []),
  ];
  const find = `SELECT key, hash FROM ${table} WHERE ${layout.id.field} = ?`;
  const insert = `INSERT INTO ${table} (key, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})`;
  const update = `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE key = ?`;

  const writeRow = (
    record: ReceivedRecord,
    hash: Buffer,
    key: number,
    isNew: boolean,
    vault: Vault,
  ): void => {
    const encoded = encode(record);
    const secrets = encoded.rowSecrets;
    const sealed =
      secrets === null ? null : vault.seal({ table, row: key, column: 'secrets' }, secrets);
    const values: SqlValue[] = [
      hash,
      shapes.intern(encoded.shape),
      encoded.extra,
      sealed,
      ...encoded.columns,
    ];
    const profileIds: number[] = [];
    dictionaries.forEach(({ group, dictionary }, index) => {
      const tuple = encoded.groups[index] ?? [];
      const id = dictionary.intern(tuple, group.keepsSecrets ? encoded.groupSecrets : null, vault);
      (group.isInProfile ? profileIds : values).push(id);
    });
    if (profile) values.push(profile.intern(profileIds));
    if (isNew) connection.run(insert, key, ...values);
    else connection.run(update, ...values, key);
    layout.lists.forEach((list, index) => {
      if (!isNew) connection.run(`DELETE FROM ${list.table} WHERE row_key = ?`, key);
      const insertId = `INSERT INTO ${list.table} (row_key, position, value) VALUES (?, ?, ?)`;
      encoded.lists[index]?.forEach((value, position) => {
        connection.run(insertId, key, position, value);
      });
    });
  };

  const forget = (): void => {
    for (const { dictionary } of dictionaries) dictionary.forget();
    profile?.forget();
  };

  return {
    write(records, vault) {
      const keys: number[] = [];
      let added = 0;
      let changed = 0;
      let nextKey = Number(connection.get(`SELECT coalesce(max(key), 0) + 1 FROM ${table}`)?.[0]);
      for (const record of records) {
        const hash = vault.hash(toJsonText(record.fields)).subarray(0, hashLength);
        const found = connection.get(find, encodeId(layout, record.id));
        const key = found ? Number(found[0]) : nextKey;
        keys.push(key);
        const kept = found?.[1];
        if (Buffer.isBuffer(kept) && kept.equals(hash)) continue;
        writeRow(record, hash, key, !found, vault);
        if (found) changed += 1;
        else {
          added += 1;
          nextKey += 1;
        }
      }
      return { keys, added, changed };
    },
    sweep() {
      profile?.sweep();
      for (const { group } of dictionaries) {
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
