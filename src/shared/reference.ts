import type { FieldTable } from './field.ts';

/** Places and networks that can be looked up by ID. */
export const referenceKinds = ['city', 'asn', 'country', 'subdivision'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** Specification, "Reference data". */
export const referenceFields = {
  city: {
    city_id: 'id',
    city_name: 'text',
    city_alias: 'text',
    city_example_postcode: 'text',
    city_timezone: 'text',
    subdivision_id: 'text',
    city_latitude: 'number',
    city_longitude: 'number',
    city_is_populous: 'boolean',
    city_node_count: 'integer',
    city_population: 'integer',
  },
  asn: {
    asn_id: 'id',
    asn_ip_address_count: 'integer',
    asn_node_count: 'integer',
    asn_name: 'text',
    asn_rir: 'text',
    asn_type: 'text',
    country_id: 'text',
  },
  country: {
    country_id: 'id',
    country_alias: 'text',
    country_name: 'text',
    continent_id: 'text',
    country_is_european_union: 'boolean',
    country_node_count: 'integer',
  },
  subdivision: {
    subdivision_id: 'id',
    subdivision_alias: 'text',
    subdivision_name: 'text',
    country_id: 'text',
    subdivision_node_count: 'integer',
  },
} as const satisfies { [K in ReferenceKind]: FieldTable };
