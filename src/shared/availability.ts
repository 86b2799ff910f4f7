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

/** Specification, "Residential availability option". */
export const availabilityOptionFields = {
  asn_id: 'integer',
  city_name: 'text',
  country_id: 'text',
  os_label: 'text',
  subdivision_id: 'text',
  zip_code_alias: 'text',
  residential_availability_node_count: 'integer',
} as const satisfies FieldTable;
