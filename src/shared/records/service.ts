import type { FieldTable, ShownFields } from './field.ts';
import type { JsonObject } from '../json.ts';

/** Specification, "Service". */
export const serviceFields = {
  service_id: { kind: 'id', label: 'ID' },
  service_name: { kind: 'text', label: 'Name' },
  service_type: { kind: 'code', label: 'Type' },
  service_protocol: { kind: 'code', label: 'Protocol' },
  service_status: { kind: 'code', label: 'Status' },
  service_quantity: { kind: 'integer', label: 'Quantity' },
  service_total: { kind: 'money', label: 'Price' },
  service_cycle: { kind: 'cycle', label: 'Cycle' },
  service_creation_datetime: { kind: 'datetime', label: 'Created' },
  service_dispatch_datetime: { kind: 'datetime', label: 'Dispatched' },
  service_earliest_cancellation_datetime: { kind: 'datetime', label: 'Earliest cancellation' },
  service_expiry_datetime: { kind: 'datetime', label: 'Expires' },
  service_last_update_datetime: { kind: 'datetime', label: 'Updated' },
  service_is_automatic_collection: { kind: 'boolean', label: 'Auto-renewal' },
  service_is_pending_cancellation: { kind: 'boolean', label: 'Cancel at the end of the period' },
  service_is_reconfigurable: { kind: 'boolean', label: 'Reconfigurable' },
  service_subscription_is_paused: { kind: 'boolean', label: 'Subscription paused' },
  service_subscription_id: { kind: 'text-id', label: 'Subscription ID' },
  subscription_schedule_id: { kind: 'text-id', label: 'Subscription schedule ID' },
  open_invoice_id: { kind: 'text-id', label: 'Open invoice ID' },
  payment_method_id: { kind: 'text-id', label: 'Payment method ID' },
  service_promotional_code: { kind: 'text', label: 'Promotional code' },
  service_image: { kind: 'text', label: 'Image' },
  country_id: { kind: 'country', label: 'Country' },
  service_metadata: { kind: 'object', label: 'Metadata' },
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
export interface ServiceRow extends ShownFields<typeof serviceFields> {
  /** Cached proxies of this service. */
  readonly proxyCount: number;
  /** The user's tags by name, null if there are none, and the note. */
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}
