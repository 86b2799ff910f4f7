import { hash } from 'node:crypto';
import type { ReceivedRecord } from '../../../shared/records/cached-record.ts';
import type { Connection, SqlRow, SqlValue } from '../sqlite/connection.ts';
import { type StoredRecord, storedId, encodeRecord } from '../schema/codec.ts';
import { formatId, textOrNull, toJsonText, decodeValue } from '../schema/column-form.ts';
import type { Layout } from '../schema/layout.ts';
import { digestLength, type Vault } from '../schema/vault.ts';
import type { RowRecorder } from './change-recorder.ts';
import { parseObject, isJsonObject, type JsonValue } from '../../../shared/json.ts';
import type { ValueChange, ValueChanges } from '../../../shared/records/change.ts';

interface WrittenRow {
  /** Stays the same for a row. */
  readonly key: number;
  readonly outcome: 'added' | 'changed' | 'unchanged';
}

const hashLength = 8;

/** The hash to store, from the keyed hashes of a page. */
export const hashOf = (hashes: Buffer, row: number): Buffer =>
  hashes.subarray(row * digestLength, row * digestLength + hashLength);

/** A third of the time of single look-ups. */
const hashesAtOnce = 1000;

/** Digests of the JSON of records, which recognize unchanged ones. */
export const digestRecords = (records: readonly ReceivedRecord[]): Buffer =>
  Buffer.concat(records.map(({ fields }) => hash('sha256', toJsonText(fields), 'buffer').subarray(0, digestLength)));

export type RowWriter = ReturnType<typeof createRowWriter>;

/**
 * Writes the rows of a table, within a transaction but for `findByHashes`.
 *
 * @param isKnownSecret whether a text contains a cached secret
 * @param onWritten gets the columns before and after
 */
export function createRowWriter(
  connection: Connection,
  layout: Layout,
  isKnownSecret: (text: string) => boolean,
  recorder?: RowRecorder,
  onWritten?: (before: readonly SqlValue[] | undefined, after: readonly SqlValue[]) => void,
) {
  const { table, id, columns, computed, lists, sharesSecrets } = layout;
  const credentials = sharesSecrets ? createCredentials(connection) : undefined;
  const names = [
    ...columns.map(({ field }) => field),
    ...computed.map(({ name }) => name),
    'rest',
    sharesSecrets ? 'credential_id' : 'secrets',
    'hash',
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
    add: connection.prepare(`INSERT INTO ${list.table} (row_key, position, value) VALUES (?, ?, ?)`),
    read: connection.prepare(`SELECT value FROM ${list.table} WHERE row_key = ? ORDER BY position`),
  }));
  const columnIndexes = new Map(columns.map(({ field }, index) => [field, index]));

  // SQLite writes the index of every set column.
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
  const [restAt, secretsAt] = ['rest', sharesSecrets ? 'credential_id' : 'secrets'].map((name) => names.indexOf(name));
  const ownerAt = columnIndexes.get(layout.owner) ?? -1;

  const areSecretsChanged = (
    stored: SqlRow,
    values: readonly SqlValue[],
    plain: string | null,
    vault: Vault,
  ): boolean => {
    const [before = null, after = null] = [stored[secretsAt ?? -1], values[secretsAt ?? -1]];
    const [owner = null, newOwner = null] = [stored[ownerAt], values[ownerAt]];
    // The credential of another user always differs.
    if (sharesSecrets) return before !== after && owner === newOwner;
    if (!Buffer.isBuffer(before)) return plain !== null;
    return vault.decrypt({ table, owner: formatId(owner), column: 'secrets' }, before) !== plain;
  };
  const recordChange = (
    recorder: RowRecorder,
    stored: SqlRow,
    values: readonly SqlValue[],
    encoded: StoredRecord,
    vault: Vault,
  ): void => {
    const key = stored.at(-1) ?? null;
    const storedLists = listWriters.map(({ read }) => read.all(key).map(([id]) => formatId(id)));
    const rest = stored[restAt ?? -1];
    const before = {
      columns: stored,
      lists: storedLists,
      rest: textOrNull(rest),
    };
    const [secretField] = layout.secretFields;
    const compare = (): ValueChanges => ({
      ...diffRow(layout, before, encoded),
      ...(secretField !== undefined &&
        areSecretsChanged(stored, values, encoded.secrets, vault) && { [secretField]: [null, null] as const }),
    });
    let changes: ValueChanges;
    try {
      changes = compare();
    } catch {
      // A damaged row is replaced, and what the service changed is unknown.
      return;
    }
    if (Object.keys(changes).length > 0) recorder.changed(values, changes);
  };

  return {
    /** Keys of rows with this content, by index of the hash. */
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
     * Adds a row, or changes the one with its ID.
     *
     * @param options.isNew skips the search for its ID
     * @param options.isThorough compares known rows: a damaged one is repaired and counts as unchanged
     * @throws FailureError `too-large` for deep nesting
     */
    write(
      record: ReceivedRecord,
      rowHash: Buffer,
      vault: Vault,
      { isNew = false, isThorough = false } = {},
    ): WrittenRow {
      const stored = isNew ? undefined : find.get(storedId(record.id));
      const key = stored ? Number(stored.at(-1)) : takeKey();
      const storedHash = stored?.[hashAt] ?? null;
      const hasSameHash = isEqual(storedHash, rowHash);
      if (hasSameHash && !isThorough) return { key, outcome: 'unchanged' };
      // A hash is removed with its key.
      const isUnchanged = hasSameHash || storedHash === null;
      const encoded = encodeRecord(layout, record, isKnownSecret);
      const valueOf = (field: string): SqlValue => encoded.columns[columnIndexes.get(field) ?? -1] ?? null;
      const values = [...encoded.columns];
      for (const column of computed) values.push(column.compute(valueOf));
      const secrets = secretValue(encoded.secrets, formatId(valueOf(layout.owner)), vault);
      values.push(encoded.rest, secrets, rowHash, key);
      if (stored) {
        if (!isUnchanged && recorder?.isRecorded() === true) recordChange(recorder, stored, values, encoded, vault);
        setChanged(key, stored, values);
      } else {
        insert.runWith(values);
        recorder?.added(values);
      }
      onWritten?.(stored, values);
      listWriters.forEach(({ clear, add }, index) => {
        if (stored) clear.run(key);
        encoded.lists[index]?.forEach((value, position) => add.run(key, position, value));
      });
      if (!stored) return { key, outcome: 'added' };
      return { key, outcome: isUnchanged ? 'unchanged' : 'changed' };
    },
    remove(keys: readonly number[]): void {
      recorder?.removed(keys);
      for (const key of keys) remove.run(key);
    },
    removeReleasedSecrets(): void {
      credentials?.removeReleased();
    },
    /** At the start of every transaction. */
    forget(): void {
      nextKey = undefined;
      credentials?.forget();
    },
  };
}

const isEqual = (one: SqlValue, other: SqlValue): boolean =>
  Buffer.isBuffer(one) && Buffer.isBuffer(other) ? one.equals(other) : one === other;

/** Encrypts secrets that proxies share once. */
function createCredentials(connection: Connection) {
  // Rewritten too: the ciphertext may be damaged.
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
    /** Within a transaction. */
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
    /** Within a transaction. */
    removeReleased(): void {
      if (anyReleased.get() === undefined) return;
      release.run();
      connection.run('DELETE FROM released_credential');
    },
    /** At the start of every transaction. */
    forget(): void {
      remembered.clear();
    },
  };
}

/** Longer texts are recorded by their beginning. */
const longestText = 200;
/** Longer lists are recorded by their length. */
const longestList = 20;

/** The fields that differ, without secrets; undefined: none. */
function diffRow(
  layout: Layout,
  before: Omit<StoredRecord, 'secrets'>,
  after: Omit<StoredRecord, 'secrets'>,
): ValueChanges | undefined {
  // A Map: the service names the fields.
  const changes = new Map<string, ValueChange>();
  layout.columns.forEach(({ field, form }, at) => {
    const [old = null, next = null] = [before.columns[at], after.columns[at]];
    if (old !== next) changes.set(field, [shown(form, old), shown(form, next)]);
  });
  layout.lists.forEach(({ field }, at) => {
    const [old = [], next = []] = [before.lists[at], after.lists[at]];
    if (old.join('\0') !== next.join('\0')) changes.set(field, [shorten(old), shorten(next)]);
  });
  if (before.rest !== after.rest) {
    const [old, next] = [readOthers(before.rest), readOthers(after.rest)];
    for (const field of new Set([...old.keys(), ...next.keys()])) {
      // A value may move between its column and `rest`.
      const [oldColumn = null, newColumn = null] = changes.get(field) ?? [];
      const [was = oldColumn, is = newColumn] = [old.get(field), next.get(field)];
      if (toJsonText(was) !== toJsonText(is)) changes.set(field, [shorten(was), shorten(is)]);
    }
  }
  return changes.size === 0 ? undefined : Object.fromEntries(changes);
}

const shown = (form: Parameters<typeof decodeValue>[0], stored: SqlValue): JsonValue =>
  shorten(decodeValue(form, stored));

function shorten(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    return value.length > longestText ? `${value.slice(0, longestText)}…` : value;
  }
  if (Array.isArray(value) && value.length > longestList) return value.length;
  if (typeof value !== 'object' || value === null) return value;
  const text = toJsonText(value);
  return text.length > longestText ? `${text.slice(0, longestText)}…` : value;
}

function readOthers(rest: string | null): ReadonlyMap<string, JsonValue> {
  const { fields = null } = rest === null ? {} : parseObject(rest);
  return new Map(isJsonObject(fields) ? Object.entries(fields) : []);
}
