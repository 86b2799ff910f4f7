import type { FieldTable } from './field.ts';

export const referenceKinds = ['city', 'asn', 'country', 'subdivision'] as const;
export type ReferenceKind = (typeof referenceKinds)[number];

/** Specification, "Reference data". */
export const referenceFields = {
  city: {
    city_id: { kind: 'id', label: 'ID' },
    city_name: { kind: 'text', label: 'Name' },
    city_alias: { kind: 'text', label: 'Alias' },
    city_example_postcode: { kind: 'text', label: 'Example postcode' },
    city_timezone: { kind: 'text', label: 'Time zone' },
    subdivision_id: { kind: 'text-id', label: 'Subdivision' },
    city_latitude: { kind: 'number', label: 'Latitude' },
    city_longitude: { kind: 'number', label: 'Longitude' },
    city_is_populous: { kind: 'boolean', label: 'Populous' },
    city_node_count: { kind: 'integer', label: 'Node count' },
    city_population: { kind: 'integer', label: 'Population' },
  },
  asn: {
    asn_id: { kind: 'id', label: 'AS number' },
    asn_ip_address_count: { kind: 'integer', label: 'IP addresses' },
    asn_node_count: { kind: 'integer', label: 'Node count' },
    asn_name: { kind: 'text', label: 'Name' },
    asn_rir: { kind: 'text', label: 'Registry' },
    asn_type: { kind: 'text', label: 'Type' },
    country_id: { kind: 'country', label: 'Country' },
  },
  country: {
    country_id: { kind: 'id', label: 'Code' },
    country_alias: { kind: 'text', label: 'Alias' },
    country_name: { kind: 'text', label: 'Name' },
    continent_id: { kind: 'text-id', label: 'Continent' },
    country_is_european_union: { kind: 'boolean', label: 'European Union' },
    country_node_count: { kind: 'integer', label: 'Node count' },
  },
  subdivision: {
    subdivision_id: { kind: 'id', label: 'ID' },
    subdivision_alias: { kind: 'text', label: 'Alias' },
    subdivision_name: { kind: 'text', label: 'Name' },
    country_id: { kind: 'country', label: 'Country' },
    subdivision_node_count: { kind: 'integer', label: 'Node count' },
  },
} as const satisfies { [K in ReferenceKind]: FieldTable };
