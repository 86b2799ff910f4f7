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
