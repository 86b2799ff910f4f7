import { namesOfShownFields, type FieldTable, type ShownFields } from '../../src/shared/records/field.ts';

/** The fields of a row of which none has a value. */
export function emptyRow<Fields extends FieldTable>(fields: Fields): ShownFields<Fields> {
  const names = namesOfShownFields(fields);
  // All but the ID can be null; a test that needs the ID sets it.
  return Object.fromEntries(names.map((name) => [name, null])) as unknown as ShownFields<Fields>;
}
