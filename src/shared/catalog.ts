import type { FieldTable } from './field.ts';

/** Specification, "Checkout product"; the catalog maps product ids to these. */
export const checkoutProductFields = {
  country_id: 'text',
  product_name: 'text',
  product_type: 'text',
  product_protocol: 'text',
  product_cycle_options: 'ids',
  product_is_available: 'boolean',
  product_is_per_ip: 'boolean',
  product_stock: 'integer',
} as const satisfies FieldTable;
