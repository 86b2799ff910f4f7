import type { FieldTable } from './field.ts';

/** The groupings of availability (specification, Residential availability). */
export const availabilityGroups = [
  'country',
  'subdivision',
  'city',
  'asn',
  'zip_code',
  'os',
] as const;
export type AvailabilityGroup = (typeof availabilityGroups)[number];

/** The ID under which the response for a grouping is cached, whatever the order of the fields. */
export const groupingId = (groupBy: readonly AvailabilityGroup[]): string =>
  availabilityGroups.filter((group) => groupBy.includes(group)).join(',');

/** Specification, "Residential availability option". */
export const availabilityOptionFields = {
  asn_id: { kind: 'number-id', label: 'ASN' },
  city_name: { kind: 'text', label: 'City' },
  country_id: { kind: 'country', label: 'Country' },
  os_label: { kind: 'code', label: 'System' },
  subdivision_id: { kind: 'text', label: 'Subdivision' },
  zip_code_alias: { kind: 'text', label: 'ZIP code' },
  residential_availability_node_count: { kind: 'integer', label: 'Nodes' },
} as const satisfies FieldTable;

/** Names by ID. */
export interface PlaceNames {
  readonly subdivisions: { readonly [id: string]: string };
  readonly networks: { readonly [id: string]: string };
}
