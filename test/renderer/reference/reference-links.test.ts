import { expect, it } from 'vitest';
import { fieldDetails } from '../../../src/renderer/format/detail.ts';
import { referenceLinks } from '../../../src/renderer/reference/reference-links.ts';
import type { FieldTable } from '../../../src/shared/records/field.ts';
import { referenceFields, referenceKinds } from '../../../src/shared/records/reference.ts';

it.each(referenceKinds)('has a line of its own name for every field of a %s', (kind) => {
  const fields: FieldTable = referenceFields[kind];
  const details = fieldDetails(fields, {});
  expect(details).toHaveLength(Object.keys(fields).length);
  expect(new Set(details.map(({ name }) => name)).size).toBe(details.length);
});

it('shows counts with separators and ids without', () => {
  const record = { asn_id: 7922, asn_ip_address_count: 65536, asn_rir: 'arin', country_id: 'US' };
  const shown = fieldDetails(referenceFields.asn, record).map(({ name, value }) => `${name}: ${value}`);
  expect(shown).toContain('AS number: 7922');
  expect(shown).toContain('IP addresses: 65,536');
  expect(shown).toContain('Registry: arin');
  expect(shown).toContain('Country: US · United States');
});

it('links to a place by the code that was received, and names it as ISO 3166 writes it', () => {
  expect(referenceLinks({ country_id: 'us', subdivision_id: 'us-ny' }).map(({ id, text }) => [id, text])).toEqual([
    ['us', 'United States'],
    ['us-ny', 'US-NY'],
  ]);
});

it('links to the places and networks that a record names, but not to itself', () => {
  const record = { city_id: 5, city_name: 'Berlin', asn_id: 3320, country_id: 'DE', subdivision_id: null };
  expect(referenceLinks(record)).toEqual([
    { reference: 'city', id: '5', text: 'Berlin' },
    { reference: 'asn', id: '3320', text: 'AS3320' },
    { reference: 'country', id: 'DE', text: 'Germany' },
  ]);
  expect(referenceLinks(record, 'country').map(({ reference }) => reference)).toEqual(['city', 'asn']);
});
