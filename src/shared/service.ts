import type { FieldTable } from './field.ts';
import type { JsonObject } from './json.ts';

/** Specification, "Service". */
export const serviceFields = {
  service_id: 'id',
  service_name: 'text',
  service_type: 'text',
  service_protocol: 'text',
  service_status: 'text',
  service_quantity: 'integer',
  service_total: 'number',
  service_cycle: 'text',
  service_creation_datetime: 'datetime',
  service_dispatch_datetime: 'datetime',
  service_earliest_cancellation_datetime: 'datetime',
  service_expiry_datetime: 'datetime',
  service_last_update_datetime: 'datetime',
  service_is_automatic_collection: 'boolean',
  service_is_pending_cancellation: 'boolean',
  service_is_reconfigurable: 'boolean',
  service_subscription_is_paused: 'boolean',
  service_subscription_id: 'text',
  subscription_schedule_id: 'text',
  open_invoice_id: 'text',
  payment_method_id: 'text',
  service_promotional_code: 'text',
  service_image: 'text',
  country_id: 'text',
  service_metadata: 'object',
} as const satisfies FieldTable;

/** The editable fields of a service (specification, PATCH service/edit); only the given fields are sent. */
export interface ServiceChanges {
  readonly cancel_comment?: string | undefined;
  readonly cancel_feedback?: string | undefined;
  readonly payment_method_id?: string | undefined;
  readonly service_is_automatic_collection?: boolean | undefined;
  readonly service_is_pending_cancellation?: boolean | undefined;
  /** Flat; limits in the specification, Limits. */
  readonly service_metadata?: JsonObject | undefined;
}

export interface ServiceEdited {
  /** IDs of the edited services, as received. */
  readonly edited: readonly string[];
  /** The service as fetched afterwards, without secrets; null if it could not be fetched. */
  readonly record: JsonObject | null;
}

/** One row of the services view. Null: missing, null or of another type in the response. */
export interface ServiceRow {
  readonly service_id: string;
  readonly service_name: string | null;
  readonly service_type: string | null;
  readonly service_protocol: string | null;
  readonly service_status: string | null;
  readonly service_quantity: number | null;
  readonly service_total: number | null;
  readonly service_cycle: string | null;
  readonly service_creation_datetime: string | null;
  readonly service_expiry_datetime: string | null;
  readonly service_is_automatic_collection: boolean | null;
  readonly service_is_pending_cancellation: boolean | null;
  readonly country_id: string | null;
  /** Cached proxies of this service. */
  readonly proxyCount: number;
  /** The user's tags by name, null if there are none, and the note. */
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}

export interface ServiceDetail {
  readonly row: ServiceRow;
  /** Every field as received, without secrets. */
  readonly record: JsonObject;
}
