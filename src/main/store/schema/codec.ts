import { ownValue } from '../../../shared/own-value.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts';
import type { ReceivedRecord } from '../../../shared/records/cached-record.ts';
import { placeCode } from '../../../shared/records/field.ts';
import { looksSecret } from '../../../shared/records/secret-field.ts';
import { decodeValue, encodeValue, isPlainText, readStoredJson, toJsonText } from './column-form.ts';
import type { SqlValue } from '../sqlite/connection.ts';
import type { Layout } from './layout.ts';

export interface StoredRecord {
  readonly columns: readonly SqlValue[];
  /** By ID list of the layout. */
  readonly lists: readonly (readonly string[])[];
  /** JSON, or null. */
  readonly rest: string | null;
  /** JSON of the secret fields, not encrypted; null: none or left out. */
  readonly secrets: string | null;
}

type Fields = { [name: string]: JsonValue };
type FieldMap = Map<string, JsonValue>;

/**
 * Splits a record into columns.
 *
 * @param isKnownSecret whether a text contains a cached secret
 * @throws FailureError `too-large` for deep values
 */
export function encodeRecord(
  layout: Layout,
  { id, fields }: ReceivedRecord,
  isKnownSecret: (text: string) => boolean,
): StoredRecord {
  const others = new Map<string, JsonValue>();
  const secrets = new Map<string, JsonValue>();
  const missing: string[] = [];
  let found = 0;
  const take = (name: string): JsonValue | undefined => {
    const value = ownValue(fields, name);
    if (value === undefined) missing.push(name);
    else found += 1;
    return value;
  };
  const columns = layout.columns.map(({ field, form, hasPlaceCodes }): SqlValue => {
    const value = take(field);
    if (field === layout.id.field) {
      if (value !== undefined && (value !== id || !isPlainText(id))) others.set(field, value);
      return storedId(id);
    }
    if (value === undefined || value === null) return null;
    const stored = encodeValue(form, value);
    const shown = hasPlaceCodes === true && typeof stored === 'string' ? placeCode(stored) : stored;
    if (shown === undefined || shown !== stored) others.set(field, value);
    return shown ?? null;
  });
  const lists = layout.lists.map(({ field }): readonly string[] => {
    const value = take(field);
    if (value === undefined) return [];
    const listed = Array.isArray(value) ? value.filter(isPlainText) : [];
    if (!Array.isArray(value) || listed.length < value.length) others.set(field, value);
    return listed;
  });
  for (const name of layout.secretFields) {
    const value = ownValue(fields, name);
    if (value === undefined) continue;
    found += 1;
    (value === null ? others : secrets).set(name, value);
  }
  // Objects, and fields that the specification does not name.
  const hasOthers = Object.keys(fields).length > found;
  for (const [name, value] of hasOthers ? Object.entries(fields) : []) {
    if (layout.held.has(name) || layout.secretFields.includes(name)) continue;
    (value !== null && looksSecret(name, value, isKnownSecret) ? secrets : others).set(name, value);
  }
  moveRepeatedSecrets(others, secrets);
  for (const name of secrets.keys()) if (layout.held.has(name)) missing.push(name);
  return {
    columns,
    lists,
    rest: writeRest(others, missing),
    secrets: secrets.size === 0 ? null : toJsonText(Object.fromEntries(secrets)),
  };
}

/** The stored form of an ID: JSON if SQLite can't hold it. */
export const storedId = (id: string): string => (isPlainText(id) ? id : JSON.stringify(id));

/** Joins a record, fields of the specification first; only passed secrets. */
export function decodeRecord(layout: Layout, stored: StoredRecord): JsonObject {
  const rest = readObject(stored.rest);
  const others = asObject(rest['fields']);
  const missing = Array.isArray(rest['missing']) ? new Set<unknown>(rest['missing']) : undefined;
  const secrets = readObject(stored.secrets);
  const record: Fields = {};
  layout.columns.forEach(({ field, form }, index) => {
    if (Object.hasOwn(others, field) || missing?.has(field) === true) return;
    record[field] = decodeValue(form, stored.columns[index] ?? null);
  });
  layout.lists.forEach(({ field }, index) => {
    if (Object.hasOwn(others, field) || missing?.has(field) === true) return;
    record[field] = stored.lists[index] ?? [];
  });
  for (const [name, value] of Object.entries(others)) setField(record, name, value);
  for (const [name, value] of Object.entries(secrets)) setField(record, name, value);
  return record;
}

function writeRest(others: FieldMap, missing: readonly string[]): string | null {
  if (others.size === 0 && missing.length === 0) return null;
  return toJsonText({
    ...(others.size > 0 && { fields: Object.fromEntries(others) }),
    ...(missing.length > 0 && { missing }),
  });
}

/** `encodeRecord` writes an object. */
const readObject = (text: string | null): JsonObject => (text === null ? {} : asObject(readStoredJson(text)));

const asObject = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

function setField(record: Fields, name: string, value: JsonValue): void {
  if (name !== '__proto__') record[name] = value;
  // Assignment would set the prototype.
  else Object.defineProperty(record, name, { value, enumerable: true, configurable: true });
}

const shortestSecret = 4;

/** Fields that repeat one of the record's secrets are secret too. */
function moveRepeatedSecrets(others: FieldMap, secrets: FieldMap): void {
  if (others.size === 0 || secrets.size === 0) return;
  const known = [...secrets.values()].flatMap((value) =>
    typeof value === 'string' && value.length >= shortestSecret ? [JSON.stringify(value).slice(1, -1)] : [],
  );
  for (const [name, value] of others) {
    const text = toJsonText(value);
    if (!known.some((secret) => text.includes(secret))) continue;
    others.delete(name);
    secrets.set(name, value);
  }
}

/** Expression and value to find a row `r` by ID. */
export const idOf = ({ id, isIdKey }: Layout) =>
  isIdKey
    ? { sql: 'r.key', value: (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : -1) }
    : { sql: `r.${id.field}`, value: storedId };
