import type { JsonObject } from '../../../shared/json.ts';
import type { CachedRecord, RecordKind } from '../../../shared/cached-record.ts';
import { decodeRecord, encodeRecord, storedId } from '../records/codec.ts';
import { makeLayout } from '../records/layout.ts';
import type { SqlRow } from '../connection.ts';
import type { StoreContext } from '../context.ts';
import type { Written } from '../contract.ts';
import type { SecretOwner } from '../secrets/vault.ts';

const table = 'kept_record';
const selected = `SELECT key, received_at, rest, secrets, id FROM ${table}`;

/** All fields go into `rest`, those that look secret into `secrets`. */
const layout = makeLayout(table, {});

/** Single records that are shown as received. */
export function createCachedRecords({ writer, vault }: StoreContext) {
  const read = (kind: RecordKind, row: SqlRow, secrets: boolean): CachedRecord => {
    const [, receivedAt, rest, encrypted, id] = row;
    const record = decodeRecord(layout, {
      columns: [],
      lists: [],
      rest: typeof rest === 'string' ? rest : null,
      secrets:
        secrets && Buffer.isBuffer(encrypted)
          ? vault().decrypt(ownerOf(kind, String(id)), encrypted)
          : null,
    });
    return { record, receivedAt: typeof receivedAt === 'string' ? receivedAt : null };
  };

  const nextKey = (): number =>
    Number(writer.get(`SELECT coalesce(max(key), 0) + 1 FROM ${table}`)?.[0]);
  const decryptsTo = (owner: SecretOwner, encrypted: unknown, plain: string | null): boolean => {
    if (!Buffer.isBuffer(encrypted)) return plain === null;
    const current = vault();
    try {
      return current.decrypt(owner, encrypted) === plain;
    } catch {
      // Damaged: the record that was just received replaces it.
      return false;
    }
  };

  return {
    /** Replaces the record with this ID and its time; returns whether anything changed. */
    put(kind: RecordKind, id: string, fields: JsonObject): Written {
      const { rest, secrets } = encodeRecord(layout, { id, fields });
      const receivedAt = new Date().toISOString();
      return writer.transact(() => {
        const cached = writer.get(`${selected} WHERE kind = ? AND id = ?`, kind, storedId(id));
        const row = cached ? Number(cached[0]) : nextKey();
        const owner = ownerOf(kind, storedId(id));
        if (cached && cached[2] === rest && decryptsTo(owner, cached[3], secrets)) {
          writer.run(`UPDATE ${table} SET received_at = ? WHERE key = ?`, receivedAt, row);
          return { added: 0, changed: 0 };
        }
        writer.run(
          `INSERT OR REPLACE INTO ${table} (key, kind, id, received_at, rest, secrets)
           VALUES (?, ?, ?, ?, ?, ?)`,
          row,
          kind,
          storedId(id),
          receivedAt,
          rest,
          secrets === null ? null : vault().encrypt(owner, secrets),
        );
        return cached ? { added: 0, changed: 1 } : { added: 1, changed: 0 };
      });
    },
    get(
      kind: RecordKind,
      id: string,
      { secrets }: { readonly secrets: boolean },
    ): CachedRecord | undefined {
      const row = writer.get(`${selected} WHERE kind = ? AND id = ?`, kind, storedId(id));
      return row && read(kind, row, secrets);
    },
    /** Last received first, without secrets. */
    list: (kind: RecordKind) =>
      writer
        .all(`${selected} WHERE kind = ? ORDER BY received_at DESC, key DESC`, kind)
        .map((row) => read(kind, row, false)),
    count: (kinds: readonly RecordKind[]) =>
      kinds
        .map((kind) =>
          Number(writer.get(`SELECT count(*) FROM ${table} WHERE kind = ?`, kind)?.[0]),
        )
        .reduce((sum, count) => sum + count, 0),
  };
}

const ownerOf = (kind: RecordKind, id: string): SecretOwner => ({
  table,
  owner: `${kind} ${id}`,
  column: 'secrets',
});
