import type { JsonObject, JsonValue } from '../../../shared/json.ts';

/** An ID or a word as text; values that are neither text nor numbers become empty. */
export function readText(value: JsonValue | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : '';
}

/** Rows of one resource in the order of the service's list. */
export interface RowTable {
  readonly idField: string;
  count(): number;
  /** At most `limit` rows starting at `offset`. */
  slice(offset: number, limit: number): JsonObject[];
  find(id: string): JsonObject | undefined;
  /** Appends a row and returns its ID; missing fields are generated if the table can. */
  add(fields?: JsonObject): string;
  /** Sets fields of a row. Throws if the row does not exist. */
  update(id: string, fields: JsonObject): void;
  /** Throws if the row does not exist. */
  remove(id: string): void;
}

/**
 * A table that stores its rows.
 *
 * @param onChange called before a row is added, updated or removed
 */
export function createRowTable(
  idField: string,
  initial: readonly JsonObject[],
  onChange: () => void = () => undefined,
): RowTable {
  const rows = new Map<string, JsonObject>(initial.map((row) => [readText(row[idField]), row]));
  /** The rows in order; undefined after a change. */
  let list: readonly JsonObject[] | undefined;
  const find = (id: string): JsonObject => {
    const row = rows.get(id);
    if (!row) throw new Error(`The demo lacks a row with ${idField} ${id}.`);
    return row;
  };
  const set = (id: string, row: JsonObject): void => {
    onChange();
    rows.set(id, row);
    list = undefined;
  };
  return {
    idField,
    count: () => rows.size,
    slice: (offset, limit) => (list ??= [...rows.values()]).slice(offset, offset + limit),
    find: (id) => rows.get(id),
    add(fields = {}) {
      const id = readText(fields[idField]) || `${idField}-${rows.size + 1}`;
      set(id, { [idField]: id, ...fields });
      return id;
    },
    update(id, fields) {
      set(id, { ...find(id), ...fields });
    },
    remove(id) {
      find(id);
      onChange();
      rows.delete(id);
      list = undefined;
    },
  };
}
