import type { JsonObject } from '../../../shared/json.ts';
import type { Connection, SqlRow } from '../sqlite/connection.ts';
import type { Vault } from '../schema/vault.ts';
import { decodeRecord } from '../schema/codec.ts';
import { formatId, textOrNull } from '../schema/column-form.ts';
import type { Layout } from '../schema/layout.ts';

export const sharedSecrets = '(SELECT secrets FROM credential WHERE id = r.credential_id)';

/** Reads stored records of a table as they were received. */
export function createRecordReader(layout: Layout) {
  const { table, columns, lists, sharesSecrets, holdsSecrets, owner } = layout;
  const secrets = sharesSecrets ? sharedSecrets : holdsSecrets ? 'r.secrets' : 'NULL';
  const fixed = ['r.key', layout.rest, secrets, `r.${owner}`];
  const decrypt = createDecrypter(sharesSecrets ? 'credential' : table);
  const readIds = lists.map((list) => `SELECT value FROM ${list.table} WHERE row_key = ? ORDER BY position`);
  return {
    /** In the order that `read` takes. */
    selected: [...fixed, ...columns.map(({ field }) => `r.${field}`)].join(', '),
    /** `vault` undefined: without secrets. `connection`: of the row. */
    read(row: SqlRow, connection: Connection, vault: Vault | undefined): JsonObject {
      const [key = null, rest, encrypted, ownerId] = row;
      return decodeRecord(layout, {
        columns: row.slice(fixed.length),
        lists: readIds.map((sql) => connection.all(sql, key).map(([value]) => formatId(value))),
        rest: textOrNull(rest),
        secrets: vault && Buffer.isBuffer(encrypted) ? decrypt(vault, formatId(ownerId), encrypted) : null,
      });
    },
  };
}

/** Caches the last secrets, which consecutive rows share. */
export function createDecrypter(table: string): (vault: Vault, owner: string, bytes: Buffer) => string {
  let last: { vault: Vault; owner: string; bytes: Buffer; plain: string } | undefined;
  return (vault, owner, bytes) => {
    if (last?.vault === vault && last.owner === owner && last.bytes.equals(bytes)) {
      return last.plain;
    }
    const plain = vault.decrypt({ table, owner, column: 'secrets' }, bytes);
    last = { vault, owner, bytes, plain };
    return plain;
  };
}
