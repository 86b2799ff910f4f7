import { FailureError } from '../../shared/failure.ts';
import type { ReceivedRecord } from '../../shared/received-record.ts';
import type { PageWritten } from './contract.ts';
import type { KeptRow, RowWriter } from './row-writer.ts';
import type { Vault } from './vault.ts';

export interface RecordToWrite {
  readonly record: ReceivedRecord;
  readonly fingerprint: Buffer;
}

/** The list that is written, and how its rows are found by id. */
export interface WriteTarget {
  readonly writer: RowWriter;
  readonly find: (id: string) => KeptRow | undefined;
  readonly onInsert?: (id: string, key: number) => void;
  /** Told of a record that can't be stored; without it such a record is a failure `too-large`. */
  readonly onSetAside?: () => void;
}

/** Writes what is new or changed, inside the caller's transaction. */
export function writeRecords(
  { writer, find, onInsert, onSetAside }: WriteTarget,
  records: Iterable<RecordToWrite>,
  vault: Vault,
): PageWritten {
  const keys: number[] = [];
  let added = 0;
  let changed = 0;
  let nextKey = writer.nextKey();
  for (const { record, fingerprint } of records) {
    const kept = find(record.id);
    try {
      if (kept === undefined) {
        writer.insert(nextKey, record, fingerprint, vault);
        onInsert?.(record.id, nextKey);
        keys.push(nextKey);
        nextKey += 1;
        added += 1;
        continue;
      }
      if (!Buffer.isBuffer(kept.fingerprint) || !kept.fingerprint.equals(fingerprint)) {
        writer.update(kept.key, record, fingerprint, vault);
        changed += 1;
      }
    } catch (error) {
      // Values inside values without end: this row alone is set aside.
      if (!onSetAside || !isTooLarge(error)) throw error;
      onSetAside();
    }
    if (kept) keys.push(kept.key);
  }
  return { keys, added, changed };
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof FailureError && error.failure.code === 'too-large';
