import type { FieldTable } from './field.ts';

/** Specification, "Checkout product"; the catalog maps product ids to these. */
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
