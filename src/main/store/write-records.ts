import { FailureError } from '../../shared/failure.ts';
import type { ReceivedRecord } from '../../shared/received-record.ts';
import { encodeId, type EncodedRecord } from './codec.ts';
import type { SqlValue } from './column-form.ts';
import type { PageWritten } from './contract.ts';
import type { Layout } from './layout.ts';
import type { KeptRow, RowWriter } from './row-writer.ts';
import type { Vault } from './secrets/vault.ts';

/** A row as it was read, or as it was encoded from its bytes inside the transaction. */
export type RowToWrite =
  | { readonly fingerprint: Buffer; readonly record: ReceivedRecord }
  | { readonly fingerprint: Buffer; readonly encoded: EncodedRecord };

/** The list that is written, and how its rows are found by the stored form of their id. */
export interface WriteTarget {
  readonly writer: RowWriter;
  readonly layout: Layout;
  readonly find: (id: SqlValue) => KeptRow | undefined;
  readonly onInsert?: (id: SqlValue, key: number) => void;
  /** Told of a record that can't be stored; without it such a record is a failure `too-large`. */
  readonly onSetAside?: () => void;
}

/**
 * Writes what is new or changed, inside the caller's transaction.
 *
 * @param readRow gives the rows one after the other, so that each is garbage as soon as it is
 *   written; undefined: there is none to write
 */
export function writeRecords(
  { writer, layout, find, onInsert, onSetAside }: WriteTarget,
  count: number,
  readRow: (index: number) => RowToWrite | undefined,
  vault: Vault,
): PageWritten {
  const keys: number[] = [];
  let added = 0;
  let changed = 0;
  let nextKey = writer.nextKey();
  for (let index = 0; index < count; index += 1) {
    const row = readRow(index);
    if (!row) continue;
    const { fingerprint } = row;
    const id = 'record' in row ? encodeId(layout, row.record.id) : (row.encoded.columns[0] ?? null);
    const kept = find(id);
    try {
      if (kept === undefined) {
        const encoded = 'record' in row ? writer.encode(row.record, vault) : row.encoded;
        writer.insert(nextKey, encoded, fingerprint, vault);
        onInsert?.(id, nextKey);
        keys.push(nextKey);
        nextKey += 1;
        added += 1;
        continue;
      }
      if (!Buffer.isBuffer(kept.fingerprint) || !kept.fingerprint.equals(fingerprint)) {
        const encoded = 'record' in row ? writer.encode(row.record, vault) : row.encoded;
        writer.update(kept, encoded, fingerprint, vault);
        changed += 1;
      }
    } catch (error) {
      // Values inside values without end: this row alone is set aside.
      if (!onSetAside || !isTooLarge(error)) throw error;
      onSetAside();
    }
    if (kept) keys.push(kept.key);
  }
  writer.flush();
  return { keys, added, changed };
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.code === 'too-large';
