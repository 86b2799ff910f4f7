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
}

/** Writes what is new or changed, inside the caller's transaction. */
export function writeRecords(
  { writer, find, onInsert }: WriteTarget,
  records: Iterable<RecordToWrite>,
  vault: Vault,
): PageWritten {
  const keys: number[] = [];
  let added = 0;
  let changed = 0;
  let nextKey = writer.nextKey();
  for (const { record, fingerprint } of records) {
    const kept = find(record.id);
    keys.push(kept?.key ?? nextKey);
    if (kept === undefined) {
      writer.insert(nextKey, record, fingerprint, vault);
      onInsert?.(record.id, nextKey);
      nextKey += 1;
      added += 1;
    } else if (!Buffer.isBuffer(kept.fingerprint) || !kept.fingerprint.equals(fingerprint)) {
      writer.update(kept.key, record, fingerprint, vault);
      changed += 1;
    }
  }
  return { keys, added, changed };
}
