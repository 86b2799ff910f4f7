import type { JsonValue } from '../json.ts';
import type { FieldTable, ShownFields } from './field.ts';

/**
 * How a sync found a row. `replaced`: a proxy with another address, either under the same ID or,
 * if an adjustment names both, under a new one.
 */
export const changeKinds = ['replaced', 'added', 'removed', 'changed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A proxy whose address changes was replaced. */
export const addressFields: readonly string[] = ['proxy_ip_address', 'proxy_ip_address_v6'];

export const changeKindTitles: { readonly [K in ChangeKind]: string } = {
  replaced: 'Replaced',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
};

/** One recorded change of one row; a record of this app, not of the service. */
export const changeFields = {
  change_id: { kind: 'id', label: 'Change' },
  sync_id: { kind: 'number-id', label: 'Sync' },
  changed_at: { kind: 'datetime', label: 'Found' },
  kind: { kind: 'code', label: 'Change' },
  list: { kind: 'code', label: 'List' },
  record_id: { kind: 'text-id', label: 'ID' },
  name: { kind: 'text', label: 'Item' },
  service_id: { kind: 'text-id', label: 'Service' },
  old_record_id: { kind: 'text-id', label: 'Old ID' },
  service_adjustment_id: { kind: 'text-id', label: 'Adjustment' },
  values: { kind: 'object', label: 'Old and new values' },
  moved: { kind: 'object', label: 'Moved' },
} as const satisfies FieldTable;

/**
 * A field that changed: its old and its new value. Both are null if they are secret: only that they
 * changed is recorded. A long list of IDs is its length, a long text its beginning.
 */
export type ValueChange = readonly [before: JsonValue, after: JsonValue];
export type ValueChanges = { readonly [field: string]: ValueChange };

/** What followed a replaced proxy to the new one. */
export interface MovedAnnotations {
  readonly tags: readonly string[];
  readonly hasNote: boolean;
}

/** One row of the changes view. `changed_at`: when the sync started, in UTC. */
export interface ChangeRow extends ShownFields<typeof changeFields> {
  /** From the cached services. */
  readonly service_name: string | null;
  readonly changes: ValueChanges | null;
  readonly movedAnnotations: MovedAnnotations | null;
  /** The present tags of a proxy or a service; null: it has none. */
  readonly tags: readonly string[] | null;
  /** Whether a proxy has a note now. */
  readonly hasNote: boolean;
}

/** One sync, or one row that was fetched again and had changed. */
export interface RecordedSync {
  readonly id: number;
  readonly kind: 'sync' | 'refresh';
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  /** Null: it is running, or ended without an outcome. */
  readonly finishedAt: string | null;
  readonly isComplete: boolean;
  /** The code of the failure that ended it. */
  readonly problem: string | null;
  /** The lists that were received for the first time, with their rows: those are not recorded. */
  readonly firstLists: { readonly [list: string]: number } | null;
  /** Of the recorded changes. */
  readonly counts: { readonly [K in ChangeKind]: number };
  /** Changes beyond the most that one sync records. */
  readonly skippedCount: number;
}
