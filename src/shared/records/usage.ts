import type { FieldTable, ShownFields } from './field.ts';

export const usageKinds = ['residential', 'mobile'] as const;
export type UsageKind = (typeof usageKinds)[number];

/** Specification, "Residential ledger entry and mobile ledger entry". */
export const residentialLedgerFields = {
  residential_ledger_id: { kind: 'id', label: 'ID' },
  customer_id: { kind: 'number-id', label: 'Customer ID' },
  service_id: { kind: 'text-id', label: 'Service' },
  service_adjustment_id: { kind: 'number-id', label: 'Adjustment' },
  invoice_id: { kind: 'text-id', label: 'Invoice' },
  residential_ledger_bytes: { kind: 'bytes', label: 'Data' },
  residential_ledger_requests: { kind: 'integer', label: 'Requests' },
  residential_ledger_reason: { kind: 'code', label: 'Reason' },
  residential_ledger_period_date: { kind: 'date', label: 'Day' },
  residential_ledger_creation_datetime: { kind: 'datetime', label: 'Created' },
  residential_ledger_last_update_datetime: { kind: 'datetime', label: 'Updated' },
} as const satisfies FieldTable;

export const mobileLedgerFields = {
  mobile_ledger_id: { kind: 'id', label: 'ID' },
  customer_id: { kind: 'number-id', label: 'Customer ID' },
  service_id: { kind: 'text-id', label: 'Service' },
  service_adjustment_id: { kind: 'number-id', label: 'Adjustment' },
  invoice_id: { kind: 'text-id', label: 'Invoice' },
  mobile_ledger_bytes: { kind: 'bytes', label: 'Data' },
  mobile_ledger_requests: { kind: 'integer', label: 'Requests' },
  mobile_ledger_reason: { kind: 'code', label: 'Reason' },
  mobile_ledger_period_date: { kind: 'date', label: 'Day' },
  mobile_ledger_creation_datetime: { kind: 'datetime', label: 'Created' },
  mobile_ledger_last_update_datetime: { kind: 'datetime', label: 'Updated' },
} as const satisfies FieldTable;

/** Specification, "Usage summaries". */
export const residentialSummaryFields = {
  proxy_user_ids: { kind: 'ids', label: 'Proxy users' },
  residential_bytes: { kind: 'bytes', label: 'Data' },
  residential_bytes_left: { kind: 'bytes', label: 'Left' },
  residential_bytes_used: { kind: 'bytes', label: 'Used' },
  residential_requests: { kind: 'integer', label: 'Requests' },
} as const satisfies FieldTable;

export const mobileSummaryFields = {
  proxy_user_ids: { kind: 'ids', label: 'Proxy users' },
  mobile_bytes: { kind: 'bytes', label: 'Data' },
  mobile_bytes_left: { kind: 'bytes', label: 'Left' },
  mobile_bytes_used: { kind: 'bytes', label: 'Used' },
  mobile_requests: { kind: 'integer', label: 'Requests' },
} as const satisfies FieldTable;

export interface LedgerRow extends ShownFields<typeof residentialLedgerFields> {
  readonly service_name: string | null;
}
