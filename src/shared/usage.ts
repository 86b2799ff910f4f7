import type { FieldTable } from './field.ts';

/** The two kinds of data that the service meters. */
export type UsageKind = 'residential' | 'mobile';

/** Specification, "Residential ledger entry and mobile ledger entry". */
export const residentialLedgerFields = {
  residential_ledger_id: 'id',
  customer_id: 'integer',
  service_id: 'text',
  service_adjustment_id: 'integer',
  invoice_id: 'text',
  residential_ledger_bytes: 'integer',
  residential_ledger_requests: 'integer',
  residential_ledger_reason: 'text',
  residential_ledger_period_date: 'date',
  residential_ledger_creation_datetime: 'datetime',
  residential_ledger_last_update_datetime: 'datetime',
} as const satisfies FieldTable;

/** The same shape with the other prefix. */
export const mobileLedgerFields = {
  mobile_ledger_id: 'id',
  customer_id: 'integer',
  service_id: 'text',
  service_adjustment_id: 'integer',
  invoice_id: 'text',
  mobile_ledger_bytes: 'integer',
  mobile_ledger_requests: 'integer',
  mobile_ledger_reason: 'text',
  mobile_ledger_period_date: 'date',
  mobile_ledger_creation_datetime: 'datetime',
  mobile_ledger_last_update_datetime: 'datetime',
} as const satisfies FieldTable;

/** Specification, "Usage summaries". */
export const residentialSummaryFields = {
  proxy_user_ids: 'ids',
  residential_bytes: 'integer',
  residential_bytes_left: 'integer',
  residential_bytes_used: 'integer',
  residential_requests: 'integer',
} as const satisfies FieldTable;

export const mobileSummaryFields = {
  proxy_user_ids: 'ids',
  mobile_bytes: 'integer',
  mobile_bytes_left: 'integer',
  mobile_bytes_used: 'integer',
  mobile_requests: 'integer',
} as const satisfies FieldTable;

/** One row of the residential ledger. Null: missing, null or of another type in the response. */
export interface LedgerRow {
  readonly residential_ledger_id: string;
  readonly service_id: string | null;
  /** From the cached services. */
  readonly service_name: string | null;
  readonly service_adjustment_id: number | null;
  readonly invoice_id: string | null;
  readonly residential_ledger_bytes: number | null;
  readonly residential_ledger_requests: number | null;
  readonly residential_ledger_reason: string | null;
  /** `YYYY-MM-DD`. */
  readonly residential_ledger_period_date: string | null;
  readonly residential_ledger_creation_datetime: string | null;
  readonly residential_ledger_last_update_datetime: string | null;
}
