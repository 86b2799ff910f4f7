import type { JsonObject } from '../../shared/json.ts';
import { decodeRecord } from './codec.ts';
import { formatId, type SqlValue } from './column-form.ts';
import type { Connection, SqlRow } from './connection.ts';
import type { StoreContext } from './context.ts';
import type { Column, IdList } from './layout.ts';
import type { ListSource } from './list-source.ts';
import type { Vault } from './secrets/vault.ts';

/** Reads stored records back as they were received. */
export interface RecordReader {
  /** What to select, in the order in which `read` takes it. */
  readonly selected: string;
  /** `vault` undefined: secrets are left out. `connection` is where the row came from. */
  read(row: SqlRow, connection: Connection, vault: Vault | undefined): JsonObject;
}

/** Builds the reader of one list. */
export function createRecordReader(
  source: Pick<ListSource, 'layout'>,
  context: StoreContext,
): RecordReader {
  const { layout } = source;
  const selected: string[] = ['r.key', 'r.shape_id', 'r.extra', 'r.secrets'];
  const places = new Map<string, { at: number; column: Column }>();
  const add = (table: string, column: Column): void => {
    places.set(column.field, { at: selected.length, column });
    selected.push(`${table}.${column.field}`);
  };
  for (const column of layout.columns) add('r', column);
  for (const group of layout.groups) for (const column of group.columns) add(group.table, column);
  const secretGroup = layout.groups.find((group) => group.keepsSecrets);
  const groupOwnerAt = places.get(secretGroup?.columns[0]?.field ?? '')?.at ?? 0;
  const groupAt = selected.length;
  if (secretGroup !== undefined) selected.push(`${secretGroup.table}.secrets`);

  const groupSecrets = secretGroup && createDecrypter(secretGroup.table);
  const rowSecrets = createDecrypter(layout.table);

  return {
    selected: selected.join(', '),
    read(row, connection, vault) {
      const key = Number(row[0]);
      const extra = row[2];
      const opened = vault && [
        rowSecrets(vault, row[4], row[3]),
        groupSecrets?.(vault, row[groupOwnerAt], row[groupAt]),
      ];
      return decodeRecord({
        shape: context.shapes.get(Number(row[1]), connection),
        columnOf(field) {
          const place = places.get(field);
          return place && { column: place.column, stored: row[place.at] ?? null };
        },
        listOf(field) {
          const list = layout.lists.find((candidate) => candidate.field === field);
          return list && readIds(connection, list, key);
        },
        extra: typeof extra === 'string' ? extra : null,
        secrets: opened?.filter((text) => text !== undefined) ?? [],
      });
    },
  };
}

/** Decrypts the secrets of one table; consecutive rows often share them. */
function createDecrypter(
  table: string,
): (vault: Vault, owner: SqlValue | undefined, bytes: SqlValue | undefined) => string | undefined {
  let last: { vault: Vault; owner: string; bytes: Buffer; plain: string } | undefined;
  return (vault, ownerId, bytes) => {
    if (!Buffer.isBuffer(bytes)) return undefined;
    const owner = formatId(ownerId);
    if (last?.vault === vault && last.owner === owner && last.bytes.equals(bytes)) {
      return last.plain;
    }
    const plain = vault.decrypt({ table, owner, column: 'secrets' }, bytes);
    last = { vault, owner, bytes, plain };
    return plain;
  };
}

function readIds(connection: Connection, { table }: IdList, key: number): string[] {
  return connection
    .all(`SELECT value FROM ${table} WHERE row_key = ? ORDER BY position`, key)
    .map(([value]) => formatId(value));
}
