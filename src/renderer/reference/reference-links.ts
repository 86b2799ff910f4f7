import type { JsonObject } from '../../shared/json.ts';
import { placeCode } from '../../shared/records/field.ts';
import { referenceKinds, type ReferenceKind } from '../../shared/records/reference.ts';
import { labelCountry, readText } from '../format/format-field.ts';

export const referenceNames: { readonly [K in ReferenceKind]: string } = {
  city: 'City',
  asn: 'Network',
  country: 'Country',
  subdivision: 'Subdivision',
};

interface ReferenceLink {
  readonly reference: ReferenceKind;
  readonly id: string;
  /** Or its ID. */
  readonly text: string;
}

/** Places and networks of a record, except itself. */
export function referenceLinks(record: JsonObject, except?: ReferenceKind): ReferenceLink[] {
  return referenceKinds.flatMap((reference) => {
    const id = readText(record, `${reference}_id`);
    if (id === null || reference === except) return [];
    const name = readText(record, `${reference}_name`);
    return [{ reference, id, text: name ?? nameById(reference, id) }];
  });
}

function nameById(reference: ReferenceKind, id: string): string {
  if (reference === 'country') return labelCountry(id);
  return reference === 'asn' ? `AS${id}` : placeCode(id);
}
