/**
 * The values of each kind of field that a row shows; null: it shows none. Other types are stored as received.
 *
 * - `text-id`, `number-id`: name something else, such as another record, an address or a port
 * - `code`: a word for programs, such as `in_use`
 * - `country`: two letters; `region`: also a part of a country
 * - `cycle`: `<count>:<unit>`; `cycles`: an array of them
 * - `bytes`: data; `money`: without its currency
 * - `datetime`: `YYYY-MM-DD HH:MM:SS` without a zone; `date`: the day alone
 * - `secret`: encrypted at rest and masked
 */
export const valueTypes = {
  id: 'string',
  'text-id': 'string',
  'number-id': 'number',
  text: 'string',
  code: 'string',
  country: 'string',
  region: 'string',
  cycle: 'string',
  cycles: null,
  integer: 'number',
  bytes: 'number',
  number: 'number',
  money: 'number',
  boolean: 'boolean',
  datetime: 'string',
  date: 'string',
  secret: null,
  ids: null,
  object: null,
} as const;

export type FieldKind = keyof typeof valueTypes;

export interface Field {
  readonly kind: FieldKind;
  /** In columns and details. */
  readonly label: string;
}

/** By API names (specification, "Resources and their fields"). */
export type FieldTable = { readonly [field: string]: Field };

interface Values {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
}
type ShownKind = { [K in FieldKind]: (typeof valueTypes)[K] extends null ? never : K }[FieldKind];
type ShownValue<Kind extends ShownKind> = Values[(typeof valueTypes)[Kind]] | (Kind extends 'id' ? never : null);

/** Null: missing, null or of another type. */
export type ShownFields<Fields extends FieldTable> = {
  readonly [F in keyof Fields as Fields[F]['kind'] extends ShownKind ? F : never]: Fields[F]['kind'] extends ShownKind
    ? ShownValue<Fields[F]['kind']>
    : never;
};

/** Upper case as in ISO 3166 for a place code; other texts are unchanged. */
export const placeCode = (text: string): string =>
  /^[a-z]{2}(-[a-z0-9]{1,3})?$/i.test(text) ? text.toUpperCase() : text;

export const holdsPlaceCode = ({ kind }: Field): boolean => kind === 'country' || kind === 'region';

/** Names in the order of the table. */
export function namesOfShownFields(fields: FieldTable): string[] {
  return Object.entries(fields).flatMap(([name, { kind }]) => (valueTypes[kind] === null ? [] : [name]));
}
