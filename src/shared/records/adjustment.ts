import type { FieldTable, ShownFields } from './field.ts';

/** Specification, "Service adjustment". */
export const adjustmentFields = {
  service_adjustment_id: { kind: 'id', label: 'ID' },
  service_id: { kind: 'text-id', label: 'Service' },
  invoice_id: { kind: 'text-id', label: 'Invoice' },
  service_adjustment_type: { kind: 'code', label: 'Type' },
  service_adjustment_status: { kind: 'code', label: 'Status' },
  service_adjustment_is_administrator: { kind: 'boolean', label: 'By an administrator' },
  service_adjustment_is_automatic: { kind: 'boolean', label: 'Automatic' },
  service_adjustment_is_customer: { kind: 'boolean', label: 'By the customer' },
  service_adjustment_pre: { kind: 'object', label: 'Before' },
  service_adjustment_post: { kind: 'object', label: 'After' },
  service_adjustment_eval: { kind: 'object', label: 'Changes' },
  service_adjustment_creation_datetime: { kind: 'datetime', label: 'Created' },
  service_adjustment_last_update_datetime: { kind: 'datetime', label: 'Updated' },
  proxy_replacements: { kind: 'object', label: 'Replaced proxies' },
} as const satisfies FieldTable;

/** One row of a service's adjustments. Null: missing, null or of another type in the response. */
export type AdjustmentRow = ShownFields<typeof adjustmentFields>;
