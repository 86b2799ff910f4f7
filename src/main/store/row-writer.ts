import type { ReceivedRecord, RowBytes } from '../../shared/received-record.ts';
import { createEncoder, type EncodedRecord } from './codec.ts';
import { formatId, type SqlValue } from './column-form.ts';
import type { Connection, SqlRow } from './connection.ts';
import { createDictionary } from './dictionary.ts';
import { createByteEncoder } from './encode-bytes.ts';
import type { Group, Layout } from './layout.ts';
import { createProfiles } from './profiles.ts';
import type { Shapes } from './shapes.ts';
import type { Vault } from './secrets/vault.ts';

/** What is known of a row that is there. */
export interface KeptRow {
  readonly key: number;
  readonly fingerprint: SqlValue;
  /** The tuples that it names, in the order of `tupleColumns`. */
  readonly tupleIds: readonly SqlValue[];
}

/** Writes the rows of one list; all but `forget` stand inside the caller's transaction. */
export interface RowWriter {
  /** The row of an id, as `encodeId` gives it. */
  find(id: SqlValue): KeptRow | undefined;
  /** The row of a key, if it has this id. */
  get(key: number, id: SqlValue): KeptRow | undefined;
  nextKey(): number;
  encode(record: ReceivedRecord, vault: Vault): EncodedRecord;
  /** The same from bytes; undefined: the row must be parsed. */
  encodeBytes(rows: RowBytes, row: number, vault: Vault): EncodedRecord | undefined;
  /** Rows wait until there are enough for one statement, or until `flush`. */
  insert(key: number, record: EncodedRecord, fingerprint: Buffer, vault: Vault): void;
  update(kept: KeptRow, record: EncodedRecord, fingerprint: Buffer, vault: Vault): void;
  /** Writes the rows that wait; before the transaction ends. */
  flush(): void;
  remove(keys: readonly number[]): void;
  /** Removes tuples that no row has any more. */
  sweep(): void;
  /** Forgets what it remembers, after a transaction was undone or another process wrote. */
  forget(): void;
}

/** Rows that one statement inserts: what a statement costs by itself is shared by them. */
const rowsPerInsert = 20;

/** Builds the writer of one list. */
export function createRowWriter(connection: Connection, layout: Layout, shapes: Shapes): RowWriter {
  const { table, groups } = layout;
  const dictionaries = groups.map((group) => createDictionary(connection, group));
  const profiles = groups.some((group) => group.isInProfile)
    ? createProfiles(connection)
    : undefined;
  const ownGroups = groups.filter((group) => !group.isInProfile);
  const inRow = [...groups.keys()].filter((index) => groups[index]?.isInProfile === false);
  const inProfile = [...groups.keys()].filter((index) => groups[index]?.isInProfile === true);
  const tupleColumns = [
    ...ownGroups.map((group) => `${group.table}_id`),
    ...(profiles ? ['profile_id'] : []),
  ];
  /** Those of them that the table `leftover` has. */
  const noted = new Set<string>();
  const names = [
    'hash',
    'shape_id',
    'extra',
    'secrets',
    ...layout.columns.map(({ field }) => field),
    ...tupleColumns,
  ];
  const keptColumns = ['key', 'hash', ...tupleColumns].join(', ');
  const find = connection.prepare(
    `SELECT ${keptColumns} FROM ${table} WHERE ${layout.id.field} = ?`,
  );
  const get = connection.prepare(
    `SELECT ${keptColumns} FROM ${table} WHERE key = ? AND ${layout.id.field} = ?`,
  );
  const marks = `(${names.map(() => '?').join(', ')}, ?)`;
  const insertInto = `INSERT INTO ${table} (${names.join(', ')}, key) VALUES`;
  const insert = connection.prepare(`${insertInto} ${marks}`);
  const insertMany = connection.prepare(
    `${insertInto} ${new Array(rowsPerInsert).fill(marks).join(', ')}`,
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
  const bytes = createByteEncoder(layout, dictionaries);
  const width = names.length + 1;
  /** Values of the rows that wait, one row behind the other, and how many. */
  const waiting = new Array<SqlValue>(rowsPerInsert * width).fill(null);
  let waitingCount = 0;

  const placeValues = (
    values: SqlValue[],
    start: number,
    key: number,
    { shape, extra, secrets, columns, groupIds }: EncodedRecord,
    fingerprint: Buffer,
    vault: Vault,
  ): void => {
    const owner = formatId(columns[0]);
    const encrypted =
      secrets === null ? null : vault.encrypt({ table, owner, column: 'secrets' }, secrets);
    values[start] = fingerprint;
    values[start + 1] = shapes.intern(shape);
    values[start + 2] = extra;
    values[start + 3] = encrypted;
    let at = start + 4;
    for (const value of columns) {
      values[at] = value;
      at += 1;
    }
    for (const group of inRow) {
      values[at] = groupIds[group] ?? 0;
      at += 1;
    }
    if (profiles) {
      values[at] = profiles.intern(inProfile.map((group) => groupIds[group] ?? 0));
      at += 1;
    }
    values[at] = key;
  };
  const flush = (): void => {
    const end = waitingCount;
    waitingCount = 0;
    for (let at = 0; at < end; at += width) insert.run(...waiting.slice(at, at + width));
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
  const noteLeftover = (column: string): void => {
    if (noted.has(column)) return;
    connection.run('INSERT OR IGNORE INTO leftover (column_name) VALUES (?)', column);
    noted.add(column);
  };
  const sweepGroup = (group: Group, user: string): void => {
    connection.run(
      `DELETE FROM ${group.table} WHERE id NOT IN (SELECT ${group.table}_id FROM ${user})`,
    );
  };
  const forget = (): void => {
    for (const dictionary of dictionaries) dictionary.forget();
    profiles?.forget();
    bytes.forget();
    noted.clear();
    waitingCount = 0;
  };

  return {
    find(id) {
      flush();
      return toKept(find.get(id));
    },
    get(key, id) {
      flush();
      return toKept(get.get(key, id));
    },
    nextKey: () => Number(connection.get(`SELECT coalesce(max(key), 0) + 1 FROM ${table}`)?.[0]),
    encode(record, vault) {
      vaultAtHand = vault;
      const encoded = encode(record);
      bytes.learn(Object.keys(record.fields));
      return encoded;
    },
    encodeBytes: ({ body, starts, ends }, row, vault) =>
      bytes.encode(body, starts[row] ?? 0, ends[row] ?? 0, vault),
    insert(key, record, fingerprint, vault) {
      placeValues(waiting, waitingCount, key, record, fingerprint, vault);
      waitingCount += width;
      if (layout.lists.length > 0) {
        flush();
        writeLists(key, record.lists);
      } else if (waitingCount === waiting.length) {
        waitingCount = 0;
        insertMany.run(...waiting);
      }
    },
    update({ key, tupleIds }, record, fingerprint, vault) {
      flush();
      const values: SqlValue[] = [];
      placeValues(values, 0, key, record, fingerprint, vault);
      const now = values.slice(-1 - tupleColumns.length, -1);
      tupleColumns.forEach((name, index) => {
        if (now[index] !== tupleIds[index]) noteLeftover(name);
      });
      update.run(...values);
      for (const list of layout.lists) {
        connection.run(`DELETE FROM ${list.table} WHERE row_key = ?`, key);
      }
      writeLists(key, record.lists);
    },
    flush,
    remove(keys) {
      if (keys.length > 0) tupleColumns.forEach(noteLeftover);
      const remove = connection.prepare(`DELETE FROM ${table} WHERE key = ?`);
      for (const key of keys) remove.run(key);
    },
    sweep() {
      if (tupleColumns.length === 0) return;
      for (const [column] of connection.all('SELECT column_name FROM leftover')) {
        if (column === 'profile_id') {
          profiles?.sweep();
          for (const group of groups) if (group.isInProfile) sweepGroup(group, 'profile');
        }
        for (const group of ownGroups) {
          if (column === `${group.table}_id`) sweepGroup(group, table);
        }
      }
      connection.run('DELETE FROM leftover');
      forget();
    },
    forget,
  };
}

function toKept(row: SqlRow | undefined): KeptRow | undefined {
  return row && { key: Number(row[0]), fingerprint: row[1] ?? null, tupleIds: row.slice(2) };
}
