import { parseJson, type JsonObject, type JsonValue } from '../../shared/json.ts';
import { decodeValue, encodeValue, isPlainText, type SqlValue } from './column-form.ts';
import type { ReceivedRecord } from '../../shared/received-record.ts';
import type { Column, Layout } from './layout.ts';
import { toJsonText } from './json-text.ts';
import { looksSecret } from '../../shared/secret-field.ts';

/** A record taken apart for storing. `decode` puts the same record together again. */
export interface EncodedRecord {
  /** JSON of the field names in order; null fields are wrapped in a list. */
  readonly shape: string;
  /** One a column of the layout, the id first. */
  readonly columns: readonly SqlValue[];
  /** One a group of the layout: one a column. */
  readonly groups: readonly (readonly SqlValue[])[];
  /** One an id list of the layout: the ids that are texts. */
  readonly lists: readonly (readonly SqlValue[])[];
  /** JSON of the fields that no column gives back exactly; null: none. */
  readonly extra: string | null;
  /** JSON of the secret fields that stand in a group; null: none. Not yet encrypted. */
  readonly groupSecrets: string | null;
  /** JSON of the secret fields that stand in the row; null: none. Not yet encrypted. */
  readonly rowSecrets: string | null;
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

type Slot =
  | { readonly kind: 'column'; readonly index: number; readonly column: Column }
  | {
      readonly kind: 'group';
      readonly group: number;
      readonly index: number;
      readonly column: Column;
    }
  | { readonly kind: 'list'; readonly index: number }
  | { readonly kind: 'secret' };

/** Builds the encoder of one list. It remembers the last shape: rows in a row mostly share it. */
export function createEncoder(layout: Layout): (record: ReceivedRecord) => EncodedRecord {
  const slots = slotsOf(layout);
  const hasGroupSecrets = layout.groups.some((group) => group.keepsSecrets);
  let lastNames: string[] = [];
  let lastNulls: boolean[] = [];
  let lastShape = '[]';

  const shapeOf = (names: string[], fields: JsonObject): string => {
    let isSame = names.length === lastNames.length;
    for (let index = 0; isSame && index < names.length; index += 1) {
      const name = names[index] ?? '';
      isSame = name === lastNames[index] && (fields[name] === null) === lastNulls[index];
    }
    if (isSame) return lastShape;
    lastNames = names;
    lastNulls = names.map((name) => fields[name] === null);
    lastShape = JSON.stringify(names.map((name, at) => (lastNulls[at] === true ? [name] : name)));
    return lastShape;
  };

  return ({ id, fields }) => {
    const names = Object.keys(fields);
    const shape = shapeOf(names, fields);
    const columns: SqlValue[] = new Array<SqlValue>(layout.columns.length).fill(null);
    const groups = layout.groups.map((group) =>
      new Array<SqlValue>(group.columns.length).fill(null),
    );
    const lists: SqlValue[][] = layout.lists.map(() => []);
    const secrets = createFields();
    const others = hasGroupSecrets ? createFields() : secrets;
    const extra = createFields();
    columns[0] = encodeId(layout, id);

    for (const name of names) {
      const value = fields[name];
      if (value === null || value === undefined) continue;
      const slot = slots.get(name);
      if (slot === undefined) {
        (looksSecret(name, value) ? others : extra).add(name, value);
      } else if (slot.kind === 'secret') {
        secrets.add(name, value);
      } else if (slot.kind === 'list') {
        const listed = Array.isArray(value) ? value.filter(isPlainText) : [];
        const form = layout.lists[slot.index]?.form ?? 'text';
        lists[slot.index] = listed.map((item) => encodeValue(form, item) ?? null);
        if (!Array.isArray(value) || listed.length < value.length) extra.add(name, value);
      } else if (slot.kind === 'column' && slot.index === 0) {
        if (value !== id || !isPlainText(id)) extra.add(name, value);
      } else {
        const stored = encodeValue(slot.column.form, value);
        const row = slot.kind === 'group' ? groups[slot.group] : columns;
        if (stored === undefined || row === undefined) extra.add(name, value);
        else row[slot.index] = stored;
      }
    }
    moveTellTales(extra, others, secrets);
    return {
      shape,
      columns,
      groups,
      lists,
      extra: extra.toJson(),
      groupSecrets: hasGroupSecrets ? secrets.toJson() : null,
      rowSecrets: others.toJson(),
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
    for (const [name, value] of Object.entries(parseJson(text) as JsonObject)) {
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
  const entries = JSON.parse(text) as (string | [string])[];
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

function slotsOf(layout: Layout): ReadonlyMap<string, Slot> {
  const slots = new Map<string, Slot>();
  for (const [field, kind] of Object.entries(layout.fields)) {
    if (kind === 'secret') slots.set(field, { kind: 'secret' });
  }
  layout.columns.forEach((column, index) => {
    slots.set(column.field, { kind: 'column', index, column });
  });
  layout.groups.forEach(({ columns }, group) => {
    columns.forEach((column, index) => {
      slots.set(column.field, { kind: 'group', group, index, column });
    });
  });
  layout.lists.forEach(({ field }, index) => slots.set(field, { kind: 'list', index }));
  return slots;
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
function moveTellTales(extra: FieldBag, others: FieldBag, secrets: FieldBag): void {
  const suspects = extra.entries();
  if (suspects.length === 0) return;
  const known = [...secrets.entries(), ...others.entries()]
    .map(([, value]) => value)
    .filter((value) => typeof value === 'string' && value.length >= shortestTellTale)
    .map((value) => JSON.stringify(value).slice(1, -1));
  for (const [name, value] of suspects) {
    const text = toJsonText(value);
    if (!known.some((secret) => text.includes(secret))) continue;
    extra.remove(name);
    others.add(name, value);
  }
}
