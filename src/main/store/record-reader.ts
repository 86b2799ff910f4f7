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
  const secretGroup = layout.groups.find((group) => group.keepsSecrets)?.table;
  const groupAt = selected.length;
  if (secretGroup !== undefined) selected.push(`${secretGroup}.id`, `${secretGroup}.secrets`);

  const groupSecrets = secretGroup === undefined ? undefined : createOpener(secretGroup);
  const rowSecrets = createOpener(layout.table);

  return {
    selected: selected.join(', '),
    read(row, connection, vault) {
      const key = Number(row[0]);
      const extra = row[2];
      const opened = vault && [
        rowSecrets(vault, key, row[3]),
        groupSecrets?.(vault, row[groupAt], row[groupAt + 1]),
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

/** Opens the secrets of one table; rows in a row often have the very same. */
function createOpener(
  table: string,
): (vault: Vault, id: SqlValue | undefined, sealed: SqlValue | undefined) => string | undefined {
  let last: { vault: Vault; id: SqlValue | undefined; sealed: Buffer; plain: string } | undefined;
  return (vault, id, sealed) => {
    if (!Buffer.isBuffer(sealed)) return undefined;
    if (last?.vault === vault && last.id === id && last.sealed.equals(sealed)) return last.plain;
    const plain = vault.open({ table, row: Number(id), column: 'secrets' }, sealed);
    last = { vault, id, sealed, plain };
    return plain;
  };
}

function readIds(connection: Connection, { table }: IdList, key: number): string[] {
  return connection
    .all(`SELECT value FROM ${table} WHERE row_key = ? ORDER BY position`, key)
    .map(([value]) => formatId(value));
}
