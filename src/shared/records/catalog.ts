import type { FieldTable } from './field.ts';

/** Specification, "Checkout product". */
export const checkoutProductFields = {
  country_id: { kind: 'country', label: 'Country' },
  product_name: { kind: 'text', label: 'Product' },
  product_type: { kind: 'code', label: 'Type' },
  product_protocol: { kind: 'code', label: 'Protocol' },
  product_cycle_options: { kind: 'cycles', label: 'Cycles' },
  product_is_available: { kind: 'boolean', label: 'Available' },
  product_is_per_ip: { kind: 'boolean', label: 'Per IP' },
  product_stock: { kind: 'integer', label: 'Stock' },
} as const satisfies FieldTable;

/** Specification, "Residential availability option". */
export const availabilityOptionFields = {
  asn_id: { kind: 'number-id', label: 'ASN' },
  city_name: { kind: 'text', label: 'City' },
  country_id: { kind: 'country', label: 'Country' },
  os_label: { kind: 'code', label: 'System' },
  subdivision_id: { kind: 'region', label: 'Subdivision' },
  zip_code_alias: { kind: 'text', label: 'ZIP code' },
  residential_availability_node_count: { kind: 'integer', label: 'Nodes' },
} as const satisfies FieldTable;

/** Groupings, and the field that identifies each (specification, Residential availability). */
export const availabilityGroupFields = {
  country: 'country_id',
  subdivision: 'subdivision_id',
  city: 'city_name',
  asn: 'asn_id',
  zip_code: 'zip_code_alias',
  os: 'os_label',
} as const satisfies { readonly [group: string]: keyof typeof availabilityOptionFields };
export type AvailabilityGroup = keyof typeof availabilityGroupFields;
// An object literal has the keys of its type.
export const availabilityGroups = Object.keys(availabilityGroupFields) as readonly AvailabilityGroup[];

/** The cached ID of a grouping in any order. */
export const groupingId = (groupBy: readonly AvailabilityGroup[]): string =>
  availabilityGroups.filter((group) => groupBy.includes(group)).join(',');

export interface PlaceNames {
  readonly subdivisions: { readonly [id: string]: string };
  readonly networks: { readonly [id: string]: string };
}
