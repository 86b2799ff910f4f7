import type { FieldTable } from './field.ts';

/** Specification, "Service adjustment". */
export const adjustmentFields = {
  service_adjustment_id: 'id',
  service_id: 'text',
  invoice_id: 'text',
  service_adjustment_type: 'text',
  service_adjustment_status: 'text',
  service_adjustment_is_administrator: 'boolean',
  service_adjustment_is_automatic: 'boolean',
  service_adjustment_is_customer: 'boolean',
  service_adjustment_pre: 'object',
  service_adjustment_post: 'object',
  service_adjustment_eval: 'object',
  service_adjustment_creation_datetime: 'datetime',
  service_adjustment_last_update_datetime: 'datetime',
  proxy_replacements: 'object',
} as const satisfies FieldTable;

/** One row of a service's adjustments. Null: missing, null or of another type in the response. */
export interface AdjustmentRow {
  /** The service's integer as text. */
  readonly service_adjustment_id: string;
  readonly service_id: string | null;
  readonly invoice_id: string | null;
  readonly service_adjustment_type: string | null;
  /** complete, pending, failed, or any other value of the service. */
  readonly service_adjustment_status: string | null;
  readonly service_adjustment_creation_datetime: string | null;
  readonly service_adjustment_last_update_datetime: string | null;
}
