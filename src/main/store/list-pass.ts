import type { ReceivedRows } from '../../shared/received-record.ts';
import { createBatch } from './batch.ts';
import { logPages, type Connection } from './connection.ts';
import { digestLength, printOf } from './fingerprint.ts';
import { createIdTable } from './id-table.ts';
import { createKeyTable } from './key-table.ts';
import { createKeySet } from './key-set.ts';
import { dropIndexes, ensureIndexes, hasLateIndexes } from './late-indexes.ts';
import type { Layout } from './layout.ts';
import { loadFingerprints } from './load-fingerprints.ts';
import type { KeptRow, RowWriter } from './row-writer.ts';
import type { Vault } from './secrets/vault.ts';
import { writeRecords, type RowToWrite, type WriteTarget } from './write-records.ts';

/** What a page changed. */
export interface RowsWritten {
  readonly added: number;
  readonly changed: number;
  /** Rows that are no objects, have no id or nest without end: set aside. */
  readonly withoutId: number;
}

/** Of the log while a list is filled, 64 MB: each time it is written back, twice the disk is waited for. */
const logPagesWhileFilling = 16_000;
const nothingWritten: RowsWritten = { added: 0, changed: 0, withoutId: 0 };

/** Rows were not where they were taken to be. */
class WrongCut extends Error {}

/** One walk over all pages of a list, with the rows it has seen. */
export interface ListPass {
  /**
   * Takes a page: rows that are known by their fingerprint are only marked as seen,
   * the others read, and written where they are new or changed. Pages share transactions.
   */
  write(rows: ReceivedRows): RowsWritten;
  /** Distinct rows seen so far. */
  seenCount(): number;
  /** Keys of the rows that are kept and were not seen; after `close`. */
  missing(): number[];
  /**
   * To be called once, however the walk ended: commits, and makes the indexes of a list
   * that was filled.
   */
  close(): void;
}

/** Starts a walk over one list. */
export function startListPass(parts: {
  readonly connection: Connection;
  readonly layout: Layout;
  readonly writer: RowWriter;
  readonly vault: () => Vault;
  readonly transact: <T>(work: () => T) => T;
  /** Forgets what is remembered of the tables, after a transaction was undone. */
  readonly forget: () => void;
}): ListPass {
  const { connection, layout, writer, vault, transact, forget } = parts;
  const { table } = layout;
  const seen = createKeySet();
  const countKept = (): number => Number(connection.get(`SELECT count(*) FROM ${table}`)?.[0]);
  const isFilling = hasLateIndexes(table) && countKept() === 0;
  if (isFilling) {
    transact(() => {
      dropIndexes(connection);
    });
    connection.pragma(`wal_autocheckpoint = ${String(logPagesWhileFilling)}`);
  } else if (hasLateIndexes(table)) ensureIndexes(connection);
  const known = createKeyTable();
  // While the table is filled it has no index on the ids.
  const ids = createIdTable();
  loadFingerprints(connection, table, known);

  // Whoever ends a list commits once more, and that reaches the disk with all before it.
  connection.pragma('synchronous = NORMAL');

  let setAside = 0;
  const onSetAside = (): void => {
    setAside += 1;
  };
  const target: WriteTarget = isFilling
    ? {
        writer,
        layout,
        find: (id) => {
          let found: KeptRow | undefined;
          ids.find(id, (key) => (found = writer.get(key, id)) !== undefined);
          return found;
        },
        onInsert: (id, key) => {
          ids.add(id, key);
        },
        onSetAside,
      }
    : { writer, layout, find: (id) => writer.find(id), onSetAside };

  const batch = createBatch(connection, forget);
  const findUnknown = (rows: ReceivedRows, prints: Buffer): number[] => {
    const unknown: number[] = [];
    for (let row = 0; row < rows.count; row += 1) {
      const at = row * digestLength;
      const key = isFilling
        ? undefined
        : known.find(prints.readUInt32BE(at), prints.readUInt32BE(at + 4));
      if (key === undefined) unknown.push(row);
      else seen.add(key);
    }
    return unknown;
  };

  return {
    write(rows) {
      const atHand = vault();
      const prints = atHand.fingerprints(Buffer.from(rows.digests));
      const unknown = findUnknown(rows, prints);
      if (unknown.length === 0) return nothingWritten;
      setAside = 0;
      const readUnknown = (index: number): RowToWrite | undefined => {
        const row = unknown[index] ?? 0;
        const fingerprint = printOf(prints, row);
        const encoded = rows.bytes && writer.encodeBytes(rows.bytes, row, atHand);
        if (encoded) return { encoded, fingerprint };
        const record = rows.read(row);
        if (record === 'wrong-cut') throw new WrongCut();
        if (record !== 'no-record') return { record, fingerprint };
        setAside += 1;
        return undefined;
      };
      try {
        batch.join();
        const { keys, added, changed } = transact(() =>
          writeRecords(target, unknown.length, readUnknown, atHand),
        );
        batch.note(unknown.length);
        for (const key of keys) seen.add(key);
        return { added, changed, withoutId: setAside };
      } catch (error) {
        if (error instanceof WrongCut) return this.write(rows.readWhole());
        throw error;
      }
    },
    seenCount: () => seen.size(),
    missing() {
      if (seen.size() === countKept()) return [];
      return connection
        .all(`SELECT key FROM ${table}`)
        .map(([key]) => Number(key))
        .filter((key) => !seen.has(key));
    },
    close() {
      try {
        known.release();
        batch.end();
        if (isFilling) {
          // Building the indexes takes memory of its own.
          ids.release();
          ensureIndexes(connection);
          connection.pragma('wal_checkpoint(TRUNCATE)');
        }
      } finally {
        connection.pragma('synchronous = FULL');
        connection.pragma(`wal_autocheckpoint = ${String(logPages)}`);
      }
    },
  };
}
