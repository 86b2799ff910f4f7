import type { JsonObject } from '../../shared/json.ts';
import { referenceFields, referenceKinds, type ReferenceKind } from '../../shared/reference.ts';
import type { FieldKind } from '../../shared/field.ts';
import type { Fact } from '../format/fact.ts';
import { fieldFact } from '../format/field-fact.ts';
import { labelCode } from '../format/label-code.ts';
import { readText } from '../format/read-field.ts';

export const referenceNames: { readonly [K in ReferenceKind]: string } = {
  city: 'City',
  asn: 'Network',
  country: 'Country',
  subdivision: 'Subdivision',
};

const spelled: { readonly [field: string]: string } = {
  asn_id: 'AS number',
  asn_rir: 'Registry',
  asn_ip_address_count: 'IP addresses',
  country_is_european_union: 'European Union',
  city_is_populous: 'Populous',
};

/** Every field of a place or network that the specification names, in its order. */
export function referenceFacts(kind: ReferenceKind, record: JsonObject): Fact[] {
  const fields: { readonly [field: string]: FieldKind } = referenceFields[kind];
  return Object.entries(fields).map(([field, of]) =>
    fieldFact(spelled[field] ?? nameOf(kind, field), record, field, of),
  );
}

function nameOf(kind: ReferenceKind, field: string): string {
  const own = field.startsWith(`${kind}_`) ? field.slice(kind.length + 1) : field;
  return labelCode(own.replace(/^is_/, '').replace(/(.)_id$/, '$1'));
}

/** A place or network that another record names. */
export interface ReferenceLink {
  readonly reference: ReferenceKind;
  readonly id: string;
  /** Its name, where the record has it, else its id. */
  readonly text: string;
}

/** The places and networks that a record names by their ids, but for itself. */
export function referenceLinks(record: JsonObject, except?: ReferenceKind): ReferenceLink[] {
  return referenceKinds.flatMap((reference) => {
    const id = readText(record, `${reference}_id`);
    if (id === null || reference === except) return [];
    const name = readText(record, `${reference}_name`);
    return [{ reference, id, text: name ?? (reference === 'asn' ? `AS${id}` : id) }];
  });
}
