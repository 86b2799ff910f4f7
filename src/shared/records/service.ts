import type { FieldTable, ShownFields } from './field.ts';
import { stringifyJson, type JsonObject, type JsonValue } from '../json.ts';

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

/** Specification, PATCH service/edit; only given fields are sent. */
export interface ServiceChanges {
  readonly cancel_comment?: string | undefined;
  readonly cancel_feedback?: string | undefined;
  readonly payment_method_id?: string | undefined;
  readonly service_is_automatic_collection?: boolean | undefined;
  readonly service_is_pending_cancellation?: boolean | undefined;
  /** Flat (specification, Limits). */
  readonly service_metadata?: JsonObject | undefined;
}

export interface ServiceEdited {
  /** As received. */
  readonly edited: readonly string[];
  /** As fetched afterwards, without secrets; null: it could not be. */
  readonly record: JsonObject | null;
}

export interface ServiceRow extends ShownFields<typeof serviceFields> {
  readonly proxyCount: number;
  readonly tags: readonly string[] | null;
  readonly note: string | null;
}

/** Specification, Limits. */
export const metadataLimits = { keys: 30, valueCharacters: 300, bytes: 32 * 1024 } as const;

/** Metadata as text, as its limit counts it. */
export const metadataText = (value: JsonValue): string => (typeof value === 'string' ? value : stringifyJson(value));

/** The exceeded limit, as the end of a sentence; null: none. */
export function findMetadataProblem(metadata: JsonObject): string | null {
  const entries = Object.entries(metadata);
  const { keys, valueCharacters, bytes } = metadataLimits;
  if (entries.length > keys) return `it has ${entries.length} keys; at most ${keys} are allowed`;
  for (const [key, value] of entries) {
    if (typeof value === 'object' && value !== null)
      return `"${key}" contains an object or a list; only plain values are allowed`;
    const { length } = metadataText(value);
    if (length > valueCharacters) return `"${key}" has ${length} characters; at most ${valueCharacters} are allowed`;
  }
  const size = new TextEncoder().encode(stringifyJson(metadata)).length;
  return size > bytes ? 'it is larger than 32 KB' : null;
}

/** At its expiry; values of the key `ending`. */
export const endings = ['canceled', 'manual', 'unknown', 'automatic'] as const;
export type Ending = (typeof endings)[number];

/** Without cost and expiry. */
export const endedStatuses: readonly string[] = ['canceled', 'complete'];

export const endingTitles: { readonly [E in Ending]: string } = {
  canceled: 'Canceled or ended',
  manual: 'Manual renewal',
  unknown: 'Auto-renewal unknown',
  automatic: 'Auto-renewal',
};

export const hasEnded = ({ service_status: status }: Pick<ServiceRow, 'service_status'>): boolean =>
  endedStatuses.includes(status ?? '');

/** What happens at the end of a service's period. */
export function endingOf(
  row: Pick<ServiceRow, 'service_is_pending_cancellation' | 'service_status' | 'service_is_automatic_collection'>,
): Ending {
  if (row.service_is_pending_cancellation === true || hasEnded(row)) return 'canceled';
  if (row.service_is_automatic_collection === null) return 'unknown';
  return row.service_is_automatic_collection ? 'automatic' : 'manual';
}

export const overdueStatus = 'overdue';

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

export type AdjustmentRow = ShownFields<typeof adjustmentFields>;
