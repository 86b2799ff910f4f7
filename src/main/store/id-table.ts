import type { SqlValue } from './column-form.ts';
import { createKeyTable, type KeyTable } from './key-table.ts';

/** Finds row keys by the ids of rows, as they are stored, where the database has no index on them. */
export interface IdTable {
  /** The first key under the hash of this id that `isRight`: others may share it. */
  find(id: SqlValue, isRight: (key: number) => boolean): number | undefined;
  add(id: SqlValue, key: number): void;
  /** Empties it and gives its memory back at once. */
  release: KeyTable['release'];
}

/** Builds an empty table. */
export function createIdTable(): IdTable {
  const keys = createKeyTable();
  // An id is looked for before it is added: it is hashed once.
  let hashed: SqlValue = null;
  let high = 0;
  let low = 0;
  const hash = (id: SqlValue): void => {
    if (id === hashed) return;
    hashed = id;
    if (Buffer.isBuffer(id)) {
      // A UUID has bits enough of its own.
      high = (readWord(id, 0) ^ readWord(id, 4)) >>> 0;
      low = (readWord(id, 8) ^ readWord(id, 12)) >>> 0;
    } else {
      const text = String(id);
      high = hashText(text, (index) => index);
      low = hashText(text, (index) => text.length - 1 - index);
    }
  };
  return {
    find(id, isRight) {
      hash(id);
      return keys.find(high, low, isRight);
    },
    add(id, key) {
      hash(id);
      keys.add(high, low, key);
    },
    release() {
      keys.release();
    },
  };
}

function readWord(bytes: Uint8Array, at: number): number {
  const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  return low | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
}

/** 32 bits of a text (FNV-1a), its characters taken in some order. */
function hashText(text: string, indexOf: (turn: number) => number): number {
  let hash = 0x811c9dc5;
  for (let turn = 0; turn < text.length; turn += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(indexOf(turn)), 0x01000193);
  }
  return hash >>> 0;
}
