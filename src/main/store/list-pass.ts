import type { ReceivedRows } from '../../shared/received-record.ts';
import { encodeId } from './codec.ts';
import type { SqlValue } from './column-form.ts';
import type { Connection } from './connection.ts';
import { digestLength, printOf } from './fingerprint.ts';
import { createKeyTable } from './key-table.ts';
import { createKeySet } from './key-set.ts';
import { dropIndexes, ensureIndexes, hasLateIndexes } from './late-indexes.ts';
import type { Layout } from './layout.ts';
import type { KeptRow, RowWriter } from './row-writer.ts';
import type { Vault } from './vault.ts';
import { writeRecords, type RecordToWrite, type WriteTarget } from './write-records.ts';

/** What a page changed. */
export interface RowsWritten {
  readonly added: number;
  readonly changed: number;
  /** Rows that are no objects, have no id or nest without end: set aside. */
  readonly withoutId: number;
}

const nothingWritten: RowsWritten = { added: 0, changed: 0, withoutId: 0 };

/**
 * A transaction costs a wait for the disk: pages with few rows to write share one, of
 * as many rows at most or as many milliseconds.
 */
const maxPending = 500;
const maxPendingMs = 100;

/** Rows were not where they were taken to be. */
class WrongCut extends Error {}

/** One walk over all pages of a list, with the rows it has seen. */
export interface ListPass {
  /**
   * Takes a page: rows that are known by their fingerprint are only marked as seen,
   * the others read, and written where they are new or changed. Pages with few of those
   * share a transaction; what it wrote is in the answer of the call that ended it.
   */
  write(rows: ReceivedRows): RowsWritten;
  /** Distinct rows seen so far. */
  seenCount(): number;
  /** Keys of the rows that are kept and were not seen; after `close`. */
  missing(): number[];
  /**
   * To be called once, however the walk ended: writes what is still waiting and makes the
   * indexes of a list that was filled.
   */
  close(): RowsWritten;
}

/** Starts a walk over one list. */
export function startListPass(parts: {
  readonly connection: Connection;
  readonly layout: Layout;
  readonly writer: RowWriter;
  readonly vault: () => Vault;
  readonly transact: <T>(work: () => T) => T;
}): ListPass {
  const { connection, layout, writer, vault, transact } = parts;
  const { table } = layout;
  const seen = createKeySet();
  const countKept = (): number => Number(connection.get(`SELECT count(*) FROM ${table}`)?.[0]);
  const isFilling = hasLateIndexes(table) && countKept() === 0;
  if (isFilling) {
    transact(() => {
      dropIndexes(connection);
    });
  } else if (hasLateIndexes(table)) ensureIndexes(connection);
  const known = createKeyTable();
  // While the table is filled it has no index on the ids: they are found by a hash of theirs.
  const ids = createKeyTable();
  const readKnown = `SELECT key, hash FROM ${table} WHERE key > ? ORDER BY key LIMIT 10000`;
  for (let rows = connection.all(readKnown, 0); rows.length > 0;) {
    for (const [key, kept] of rows) {
      if (Buffer.isBuffer(kept)) {
        known.add(kept.readUInt32LE(0), kept.readUInt32LE(4), Number(key));
      }
    }
    rows = connection.all(readKnown, rows.at(-1)?.[0] ?? null);
  }

  let setAside = 0;
  const onSetAside = (): void => {
    setAside += 1;
  };
  const target: WriteTarget = isFilling
    ? {
        writer,
        find: (id) => {
          const [high, low] = hashId(encodeId(layout, id));
          let found: KeptRow | undefined;
          ids.find(high, low, (key) => (found = writer.get(key, id)) !== undefined);
          return found;
        },
        onInsert: (id, key) => {
          ids.add(...hashId(encodeId(layout, id)), key);
        },
        onSetAside,
      }
    : { writer, find: (id) => writer.find(id), onSetAside };

  /** Read and not yet written, by id; a row that comes again takes the place of the first. */
  const pending = new Map<string, RecordToWrite>();
  /** Of the pending ones, those that have no key yet. */
  let newCount = 0;
  let pendingSinceMs = 0;
  const writeNow = (records: Iterable<RecordToWrite>): RowsWritten => {
    setAside = 0;
    const { keys, added, changed } = transact(() => writeRecords(target, records, vault()));
    for (const key of keys) seen.add(key);
    return { added, changed, withoutId: setAside };
  };
  const flush = (): RowsWritten => {
    if (pending.size === 0) return nothingWritten;
    const written = writeNow(pending.values());
    pending.clear();
    newCount = 0;
    return written;
  };
  const put = (row: RecordToWrite): void => {
    const { id } = row.record;
    if (pending.size === 0) pendingSinceMs = performance.now();
    if (!pending.has(id)) {
      const kept = target.find(id);
      if (kept) seen.add(kept.key);
      else newCount += 1;
    }
    pending.set(id, row);
  };
  const mustFlush = (): boolean =>
    pending.size >= maxPending || performance.now() - pendingSinceMs > maxPendingMs;

  const findUnknown = (rows: ReceivedRows, prints: Buffer): number[] => {
    const unknown: number[] = [];
    for (let row = 0; row < rows.count; row += 1) {
      const at = row * digestLength;
      const key = isFilling
        ? undefined
        : known.find(prints.readUInt32LE(at), prints.readUInt32LE(at + 4));
      if (key === undefined) unknown.push(row);
      else seen.add(key);
    }
    return unknown;
  };

  return {
    write(rows) {
      const prints = vault().fingerprints(Buffer.from(rows.digests));
      const unknown = findUnknown(rows, prints);
      let withoutId = 0;
      // One at a time, so that a record is garbage as soon as it is written.
      function* readUnknown(): Generator<RecordToWrite> {
        for (const row of unknown) {
          const record = rows.read(row);
          if (record === 'wrong-cut') throw new WrongCut();
          if (record === 'no-record') withoutId += 1;
          else yield { record, fingerprint: printOf(prints, row) };
        }
      }
      try {
        if (unknown.length >= maxPending) {
          const before = flush();
          const now = writeNow(readUnknown());
          return {
            added: before.added + now.added,
            changed: before.changed + now.changed,
            withoutId: before.withoutId + now.withoutId + withoutId,
          };
        }
        [...readUnknown()].forEach(put);
        const written = mustFlush() ? flush() : nothingWritten;
        return { ...written, withoutId: written.withoutId + withoutId };
      } catch (error) {
        if (error instanceof WrongCut) return this.write(rows.readWhole());
        throw error;
      }
    },
    seenCount: () => seen.size() + newCount,
    missing() {
      if (seen.size() === countKept()) return [];
      return connection
        .all(`SELECT key FROM ${table}`)
        .map(([key]) => Number(key))
        .filter((key) => !seen.has(key));
    },
    close() {
      const written = flush();
      if (isFilling) ensureIndexes(connection);
      return written;
    },
  };
}

/** 64 bits of an id as it is stored: some of its own where it is a UUID, else two hashes (FNV-1a) of its text. */
function hashId(id: SqlValue): [number, number] {
  if (Buffer.isBuffer(id)) {
    return [
      (id.readUInt32LE(0) ^ id.readUInt32LE(4)) >>> 0,
      (id.readUInt32LE(8) ^ id.readUInt32LE(12)) >>> 0,
    ];
  }
  const text = String(id);
  let forth = 0x811c9dc5;
  let back = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    forth = Math.imul(forth ^ text.charCodeAt(index), 0x01000193);
    back = Math.imul(back ^ text.charCodeAt(text.length - 1 - index), 0x01000193);
  }
  return [forth >>> 0, back >>> 0];
}
