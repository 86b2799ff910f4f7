import type { JsonObject, JsonValue } from '../../shared/json.ts';
import { decodeValue, encodeValue, isPlainText, type SqlValue } from './column-form.ts';
import type { ReceivedRecord } from '../../shared/received-record.ts';
import { createPlans, type GroupPlan, type Plan } from './encode-plan.ts';
import type { Column, Layout } from './layout.ts';
import { readKeptJson, toJsonText } from './json-text.ts';
import { looksSecret } from '../../shared/secret-field.ts';

/** A record taken apart for storing. `decode` puts the same record together again. */
export interface EncodedRecord {
  /** JSON of the field names in order; null fields are wrapped in a list. */
  readonly shape: string;
  /** One a column of the layout, the id first. */
  readonly columns: readonly SqlValue[];
  /** One a group of the layout: the tuple's id in its dictionary. */
  readonly groupIds: readonly number[];
  /** One an id list of the layout: the ids that are texts. */
  readonly lists: readonly (readonly SqlValue[])[];
  /** JSON of the fields that no column gives back exactly; null: none. */
  readonly extra: string | null;
  /** JSON of the secret fields that stand in the row; null: none. Not yet encrypted. */
  readonly secrets: string | null;
}

/** What a stored record consists of, read back; null where nothing was stored. */
export interface StoredRecord {
  readonly shape: Shape;
  /** Value of a field's column, as stored; undefined: the field has none. */
  readonly columnOf: (field: string) => { column: Column; stored: SqlValue } | undefined;
  readonly listOf: (field: string) => readonly string[] | undefined;
  readonly extra: string | null;
  /** Decrypted JSON texts; none where secrets are left out. */
  readonly secrets: readonly string[];
}

export type Shape = readonly { readonly name: string; readonly isNull: boolean }[];

/**
 * Builds the encoder of one list. Rows in a row mostly have the same fields, so
 * where these go is worked out once for every shape.
 *
 * @param intern gives the id of a group's tuple: `positions` says where in `values` its
 *   columns stand (-1: the record has none); what no column can hold goes to `onLeftover`.
 *   A layout without groups needs none
 */
export function createEncoder(
  layout: Layout,
  intern: (
    group: number,
    values: readonly JsonValue[],
    plan: GroupPlan,
    onLeftover: (position: number) => void,
  ) => number = () => 0,
): (record: ReceivedRecord) => EncodedRecord {
  const planOf = createPlans(layout);
  // What repeats from row to row is not encoded again.
  const lastValues: JsonValue[] = [];
  const lastStored: (SqlValue | undefined)[] = [];
  return ({ id, fields }) => {
    const names = Object.keys(fields);
    const values = Object.values(fields);
    const plan = planOf(names, values);
    const columns: SqlValue[] = new Array<SqlValue>(layout.columns.length).fill(null);
    let extra: FieldBag | undefined;
    let secrets: FieldBag | undefined;
    const leaveOver = (position: number): void => {
      extra ??= createFields();
      extra.add(names[position] ?? '', values[position] ?? null);
    };
    const hide = (position: number): void => {
      secrets ??= createFields();
      secrets.add(names[position] ?? '', values[position] ?? null);
    };
    columns[0] = encodeId(layout, id);
    for (const { position, index, form } of plan.columns) {
      const value = values[position] ?? null;
      if (index === 0) {
        if (value !== id || !isPlainText(id)) leaveOver(position);
        continue;
      }
      if (value !== lastValues[index] || value === 0) {
        lastValues[index] = value;
        lastStored[index] = encodeValue(form, value);
      }
      const stored = lastStored[index];
      if (stored === undefined) leaveOver(position);
      else columns[index] = stored;
    }
    const lists = layout.lists.map((list, index): SqlValue[] => {
      const position = plan.lists[index];
      if (position === undefined || position < 0) return [];
      const value = values[position];
      const listed = Array.isArray(value) ? value.filter(isPlainText) : [];
      if (!Array.isArray(value) || listed.length < value.length) leaveOver(position);
      return listed.map((item) => encodeValue(list.form, item) ?? null);
    });
    const groupIds = plan.groups.map((group, index) => intern(index, values, group, leaveOver));
    for (const position of plan.secrets) hide(position);
    for (const position of plan.unknown) {
      if (looksSecret(names[position] ?? '', values[position] ?? null)) hide(position);
      else leaveOver(position);
    }
    if (extra) {
      secrets ??= createFields();
      moveTellTales(extra, secrets, plan, values);
    }
    return {
      shape: plan.shape,
      columns,
      groupIds,
      lists,
      extra: extra?.toJson() ?? null,
      secrets: secrets?.toJson() ?? null,
    };
  };
}

/** The stored form of an id, for looking it up. Ids that SQLite can't hold are kept as JSON. */
export function encodeId(layout: Layout, id: string): SqlValue {
  const plain = isPlainText(id) ? id : JSON.stringify(id);
  return encodeValue(layout.id.form, plain) ?? plain;
}

/** Puts a record together as it was received; secrets that were not handed in are left out. */
export function decodeRecord(stored: StoredRecord): JsonObject {
  const overrides = new Map<string, JsonValue>();
  for (const text of [stored.extra, ...stored.secrets]) {
    if (text === null) continue;
    // Written by toJson below: an object.
    for (const [name, value] of Object.entries(readKeptJson(text) as JsonObject)) {
      overrides.set(name, value);
    }
  }
  const record: { [field: string]: JsonValue } = {};
  for (const { name, isNull } of stored.shape) {
    const value = isNull ? null : (overrides.get(name) ?? valueOf(stored, name));
    if (value === undefined) continue;
    // Plain assignment would set the prototype instead of a field.
    if (name === '__proto__') {
      Object.defineProperty(record, name, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else record[name] = value;
  }
  return record;
}

/** Reads a shape that the encoder wrote. */
export function readShape(text: string): Shape {
  // Written by shapeOf: names, or names wrapped in a list.
  const entries = readKeptJson(text) as (string | [string])[];
  return entries.map((entry) =>
    typeof entry === 'string' ? { name: entry, isNull: false } : { name: entry[0], isNull: true },
  );
}

function valueOf(stored: StoredRecord, name: string): JsonValue | undefined {
  const list = stored.listOf(name);
  if (list !== undefined) return list;
  const found = stored.columnOf(name);
  if (found === undefined || found.stored === null) return undefined;
  return decodeValue(found.column.form, found.stored);
}

interface FieldBag {
  add(name: string, value: JsonValue): void;
  remove(name: string): JsonValue | undefined;
  entries(): [string, JsonValue][];
  toJson(): string | null;
}

/** Fields on their way into one JSON text; made only when there is one. */
function createFields(): FieldBag {
  let fields: { [name: string]: JsonValue } | undefined;
  return {
    add(name, value) {
      // Without a prototype `__proto__` is a name like any other.
      fields ??= Object.create(null) as { [name: string]: JsonValue };
      fields[name] = value;
    },
    remove(name) {
      const value = fields?.[name];
      // Rare: only where a secret turned up inside another field.
      if (fields) Reflect.deleteProperty(fields, name);
      return value;
    },
    entries: () => (fields === undefined ? [] : Object.entries(fields)),
    toJson: () =>
      fields === undefined || Object.keys(fields).length === 0 ? null : toJsonText(fields),
  };
}

const shortestTellTale = 4;

/** Takes fields that repeat one of the record's own secrets, whatever their name, for secrets too. */
function moveTellTales(
  extra: FieldBag,
  secrets: FieldBag,
  plan: Plan,
  values: readonly JsonValue[],
): void {
  const grouped = plan.groups.flatMap((group) =>
    group.secrets.map(({ position }) => values[position]),
  );
  const known = [...secrets.entries().map(([, value]) => value), ...grouped]
    .filter((value) => typeof value === 'string' && value.length >= shortestTellTale)
    .map((value) => JSON.stringify(value).slice(1, -1));
  for (const [name, value] of extra.entries()) {
    const text = toJsonText(value);
    if (!known.some((secret) => text.includes(secret))) continue;
    extra.remove(name);
    secrets.add(name, value);
  }
}
