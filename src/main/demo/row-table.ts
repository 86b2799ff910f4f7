import type { JsonObject } from '../../shared/json.ts';
import { readText } from './read-text.ts';

/** Rows of one resource, in the order in which the service lists them. */
export interface RowTable {
  readonly idField: string;
  count(): number;
  /** The rows from `offset` on, at most `limit` of them. */
  slice(offset: number, limit: number): JsonObject[];
  find(id: string): JsonObject | undefined;
  /** Appends a row and gives its id; fields that are not given are made up where the table can. */
  add(fields?: JsonObject): string;
  /** Sets fields of a row. Throws where there is no such row. */
  update(id: string, fields: JsonObject): void;
  /** Throws where there is no such row. */
  remove(id: string): void;
}

/** A table that holds its rows; for lists that are short. */
export function createRowTable(idField: string, initial: readonly JsonObject[]): RowTable {
  const rows = new Map<string, JsonObject>(initial.map((row) => [readText(row[idField]), row]));
  const find = (id: string): JsonObject => {
    const row = rows.get(id);
    if (!row) throw new Error(`The demo has no row with ${idField} ${id}.`);
    return row;
  };
  return {
    idField,
    count: () => rows.size,
    slice: (offset, limit) => [...rows.values()].slice(offset, offset + limit),
    find: (id) => rows.get(id),
    add(fields = {}) {
      const id = readText(fields[idField]) || `${idField}-${rows.size + 1}`;
      rows.set(id, { [idField]: id, ...fields });
      return id;
    },
    update(id, fields) {
      rows.set(id, { ...find(id), ...fields });
    },
    remove(id) {
      find(id);
      rows.delete(id);
    },
  };
}
