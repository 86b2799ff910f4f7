import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { asFailure, fail } from '../../../shared/failure.ts';
import type { ReceivedRecord } from '../../../shared/records/cached-record.ts';
import { cacheKib } from '../sqlite/cache-size.ts';
import { type Connection, logPages } from '../sqlite/connection.ts';
import type { Layout } from '../schema/layout.ts';
import { digestLength, type Vault } from '../schema/vault.ts';
import type { RowRecorder } from './change-recorder.ts';
import { digestRecords, hashOf, type RowWriter } from './row-writer.ts';
import Database from 'better-sqlite3';
import statements from '../schema/proxy-indexes.sql?raw';

interface RowsWritten {
  readonly added: number;
  readonly changed: number;
  /** Skipped: not an object, without an ID, or nested too deep. */
  readonly withoutId: number;
}

const files = ['main', 'user'];
/** 64 MB: each checkpoint waits twice for the disk. */
const logPagesWhileFilling = 8000;
/** Without it, a million rows take a quarter longer. */
const cacheKibWhileUpdating = 32_000;

/** Starts a pass over all pages of a list. */
export function startListPass(parts: {
  readonly connection: Connection;
  readonly layout: Layout;
  readonly writer: RowWriter;
  readonly vault: () => Vault;
  readonly transact: <T>(work: () => T) => T;
  readonly recorder: RowRecorder;
  /** Compares also rows whose hash is stored. */
  readonly isThorough: boolean;
  /** Gets each page of which rows are written. */
  readonly onPage: (records: readonly ReceivedRecord[]) => void;
}) {
  const { connection, layout, writer, vault, transact, recorder, isThorough, onPage } = parts;
  const { table } = layout;
  const seen = createKeySet();
  /** While filling, no index finds repeated rows. */
  const filled = new Set<number>();
  const countStored = (): number => Number(connection.get(`SELECT count(*) FROM ${table}`)?.[0]);
  // Reads the table, so that damage is found before any write.
  const isEmpty = connection.get(`SELECT max(key) FROM ${table}`)?.[0] === null;
  const isFilling = table === 'proxy' && isEmpty;
  recorder.start(isFilling);
  if (isFilling) {
    transact(() => {
      dropProxyIndexes(connection);
    });
    connection.pragma(`wal_autocheckpoint = ${String(logPagesWhileFilling)}`);
  } else {
    if (table === 'proxy') createProxyIndexes(connection);
    connection.pragma(`cache_size = -${String(cacheKibWhileUpdating)}`);
  }
  // The commit at the end of the list flushes all.
  for (const file of files) connection.pragma(`${file}.synchronous = NORMAL`);

  /** Marks known rows as seen; returns the others. */
  const findUnknown = (count: number, digests: Buffer, hashes: Buffer): number[] => {
    const rows = Array.from({ length: count }, (_, row) => row);
    if (isFilling) return rows.filter((row) => !filled.has(shortDigest(digests, row)));
    if (isThorough) return rows;
    const found = writer.findByHashes(rows.map((row) => hashOf(hashes, row)));
    for (const key of found.values()) seen.add(key);
    return rows.filter((row) => !found.has(row));
  };
  const writeUnknown = (
    records: readonly ReceivedRecord[],
    unknown: readonly number[],
    hashes: Buffer,
    atHand: Vault,
  ): RowsWritten & { readonly keys: readonly number[]; readonly written: readonly number[] } => {
    const keys: number[] = [];
    const written: number[] = [];
    const count = { added: 0, changed: 0, unchanged: 0 };
    let withoutId = 0;
    for (const row of unknown) {
      const record = records[row];
      if (record === undefined) continue;
      try {
        const { key, outcome } = writer.write(record, hashOf(hashes, row), atHand, {
          isNew: isFilling,
          isThorough,
        });
        keys.push(key);
        written.push(row);
        count[outcome] += 1;
      } catch (error) {
        if (asFailure(error).code !== 'too-large') throw error;
        withoutId += 1;
      }
    }
    return { added: count.added, changed: count.changed, withoutId, keys, written };
  };

  const write = (rows: readonly (ReceivedRecord | undefined)[]): RowsWritten => {
    const records = rows.filter((row) => row !== undefined);
    const unreadable = rows.length - records.length;
    const atHand = vault();
    const digests = digestRecords(records);
    const hashes = atHand.fingerprints(digests);
    const unknown = findUnknown(records.length, digests, hashes);
    if (unknown.length === 0) return { added: 0, changed: 0, withoutId: unreadable };
    leaveRoomOnDisk(connection.file, isFilling);
    onPage(records);
    const { keys, written, added, changed, withoutId } = transact(() => writeUnknown(records, unknown, hashes, atHand));
    for (const key of keys) seen.add(key);
    if (isFilling) for (const row of written) filled.add(shortDigest(digests, row));
    return { added, changed, withoutId: withoutId + unreadable };
  };

  return {
    isThorough,
    /**
     * Takes a page (undefined: can't be cached) in one transaction. Known rows are only marked as seen, unless the pass
     * is thorough.
     */
    write,
    /** While filling, a changed repeated row counts twice. */
    seenCount: () => seen.size(),
    /** Keys of stored rows not seen; after `close`. */
    missing(): number[] {
      if (seen.size() === countStored()) return [];
      return connection
        .all(`SELECT key FROM ${table}`)
        .map(([key]) => Number(key))
        .filter((key) => !seen.has(key));
    },
    /**
     * Ends the pass: creates the indexes of a filled list, merging repeated rows.
     *
     * @returns rows added twice
     */
    close(): number {
      try {
        if (!isFilling) return 0;
        const removed = createProxyIndexes(connection);
        for (const key of removed) seen.delete(key);
        connection.pragma('wal_checkpoint(TRUNCATE)');
        return removed.length;
      } finally {
        for (const file of files) connection.pragma(`${file}.synchronous = FULL`);
        connection.pragma(`wal_autocheckpoint = ${String(logPages)}`);
        connection.pragma(`cache_size = -${String(cacheKib())}`);
      }
    },
  };
}

/** A `Set` of a million takes 16 MB more. */
function createKeySet() {
  let bits = new Uint8Array(1 << 12);
  let size = 0;
  return {
    add(key: number): void {
      const at = key >>> 3;
      if (at >= bits.length) {
        const grown = new Uint8Array(Math.max(bits.length * 2, at + 1));
        grown.set(bits);
        bits = grown;
      }
      const bit = 1 << (key & 7);
      const byte = bits[at] ?? 0;
      if ((byte & bit) !== 0) return;
      bits[at] = byte | bit;
      size += 1;
    },
    delete(key: number): void {
      const bit = 1 << (key & 7);
      const byte = bits[key >>> 3] ?? 0;
      if ((byte & bit) === 0) return;
      bits[key >>> 3] = byte & ~bit;
      size -= 1;
    },
    has: (key: number): boolean => ((bits[key >>> 3] ?? 0) & (1 << (key & 7))) !== 0,
    size: (): number => size,
  };
}

/** Enough: a row mistaken for another is read again. */
const shortDigestBytes = 6;
const shortDigest = (digests: Buffer, row: number): number => digests.readUIntBE(row * digestLength, shortDigestBytes);

const maxReservedBytes = 1024 ** 3;
/** For a smaller disk. */
const reservedShare = 0.05;

/**
 * Leaves room for other programs and the user's records.
 *
 * @throws FailureError `disk-full`
 */
function leaveRoomOnDisk(file: string, isFilling: boolean): void {
  const { bavail, blocks, bsize } = statfsSync(dirname(file));
  const reservedBytes = Math.min(maxReservedBytes, blocks * bsize * reservedShare);
  // Indexes at the end go into the log first.
  const indexBytes = isFilling ? statSync(file).size : 0;
  if (bavail * bsize >= reservedBytes + indexBytes) return;
  throw fail(
    'disk-full',
    'The disk is nearly full, so the sync stopped. Cached data remains available. Free some space and try again.',
  );
}

/** IDs may repeat until they are back; within a transaction. */
function dropProxyIndexes(connection: Connection): void {
  for (const name of indexNames(connection)) connection.exec(`DROP INDEX ${name}`);
}

/**
 * Creates missing indexes, a transaction each; the last of repeated IDs stays.
 *
 * @returns removed keys
 */
function createProxyIndexes(connection: Connection): number[] {
  let removed: number[] = [];
  for (const statement of statements.split(';\n')) {
    if (statement.trim() === '') continue;
    try {
      connection.exec(statement);
    } catch (error) {
      if (!isRepeatedId(error)) throw error;
      removed = removeRepeated(connection);
      connection.exec(statement);
    }
  }
  return removed;
}

const isRepeatedId = (error: unknown): boolean =>
  error instanceof Database.SqliteError && error.code === 'SQLITE_CONSTRAINT_UNIQUE';

const removeRepeated = (connection: Connection): number[] =>
  connection
    .all(
      `DELETE FROM proxy WHERE key NOT IN (SELECT max(key) FROM proxy GROUP BY proxy_id)
       RETURNING key`,
    )
    .map(([key]) => Number(key));

function indexNames(connection: Connection): string[] {
  return connection
    .all("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'proxy'")
    .map(([name]) => String(name));
}
