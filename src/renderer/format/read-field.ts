import { valueTypes, type FieldTable, type ShownFields } from '../../shared/records/field.ts';
import type { JsonObject } from '../../shared/json.ts';

/** A field's number; integers beyond 2^53 are rounded, anything else is none. */
export function readNumber(record: JsonObject, field: string): number | null {
  const value = record[field];
  if (typeof value === 'bigint') return Number(value);
  return typeof value === 'number' ? value : null;
}

/** A field as one short text: texts and numbers as they are, anything else is none. */
export function readText(record: JsonObject, field: string): string | null {
  const value = record[field];
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** The texts of a field that is a list; anything else in it is left out. */
export function readTexts(record: JsonObject, field: string): readonly string[] {
  const value = record[field];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

/** The fields of a record as a row has them; a value of another type counts as none. */
export function readFields<Fields extends FieldTable>(fields: Fields, record: JsonObject): ShownFields<Fields> {
  const read = {
    string: readText,
    number: readNumber,
    boolean: (_record: JsonObject, field: string) => {
      const value = record[field];
      return typeof value === 'boolean' ? value : null;
    },
  } as const;
  const values = Object.entries(fields).flatMap(([field, { kind }]) => {
    const type = valueTypes[kind];
    return type === null ? [] : [[field, read[type](record, field)]];
  });
  // Each value has the type that `ShownFields` gives to its kind.
  return Object.fromEntries(values) as ShownFields<Fields>;
}
