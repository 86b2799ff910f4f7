/**
 * The type of a field in the specification. A value of another type is still stored as
 * received; the type only decides which column it may fill.
 *
 * - `datetime`: `YYYY-MM-DD HH:MM:SS` without a zone, kept as text
 * - `secret`: text that is encrypted at rest and masked until asked for
 * - `ids`: an array of identifiers
 * - `object`: a JSON object
 */
export type FieldKind =
  | 'id'
  | 'text'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'datetime'
  | 'date'
  | 'secret'
  | 'ids'
  | 'object';

/** The fields of one resource by their exact API names (specification, "Resources and their fields"). */
export type FieldTable = { readonly [field: string]: FieldKind };

/** What a row shows of a field of each kind. Kinds that are missing here are not shown in rows. */
interface ShownValues {
  readonly id: string;
  readonly text: string | null;
  readonly integer: number | null;
  readonly number: number | null;
  readonly boolean: boolean | null;
  readonly datetime: string | null;
  readonly date: string | null;
}

/** The fields of a table as a row shows them. Null: missing, null or of another kind in the answer. */
export type ShownFields<Fields extends FieldTable> = {
  readonly [
    F in keyof Fields as Fields[F] extends keyof ShownValues ? F : never
  ]: Fields[F] extends keyof ShownValues ? ShownValues[Fields[F]] : never;
};

/** Names of the fields that a row shows, in the order of the table. */
export function namesOfShownFields(fields: FieldTable): string[] {
  const hidden: readonly FieldKind[] = ['secret', 'ids', 'object'];
  return Object.keys(fields).filter((name) => !hidden.includes(fields[name] ?? 'object'));
}
