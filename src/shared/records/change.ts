import type { JsonValue } from '../json.ts';
import type { FieldTable, ShownFields } from './field.ts';

/** `replaced`: another address under the same ID or, by an adjustment, under a new one. */
export const changeKinds = ['replaced', 'added', 'removed', 'changed'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Their change makes a proxy `replaced`. */
export const addressFields: readonly string[] = ['proxy_ip_address', 'proxy_ip_address_v6'];

export const changeKindTitles: { readonly [K in ChangeKind]: string } = {
  replaced: 'Replaced',
  added: 'Added',
  removed: 'Removed',
  changed: 'Changed',
};

/** A record of this app. */
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

/** Both null: a secret changed. Long lists are lengths, long texts beginnings. */
export type ValueChange = readonly [before: JsonValue, after: JsonValue];
export type ValueChanges = { readonly [field: string]: ValueChange };

export interface MovedAnnotations {
  readonly tags: readonly string[];
  readonly hasNote: boolean;
}

/** `changed_at`: the start of the sync, in UTC. */
export interface ChangeRow extends ShownFields<typeof changeFields> {
  readonly service_name: string | null;
  readonly changes: ValueChanges | null;
  readonly movedAnnotations: MovedAnnotations | null;
  readonly tags: readonly string[] | null;
  readonly hasNote: boolean;
}

/** A sync, or the refresh of one row. */
export interface RecordedSync {
  readonly id: number;
  readonly kind: 'sync' | 'refresh';
  /** ISO 8601 in UTC. */
  readonly startedAt: string;
  /** Null: running, or without an outcome. */
  readonly finishedAt: string | null;
  readonly isComplete: boolean;
  /** Failure code. */
  readonly problem: string | null;
  /** Rows of lists received for the first time, which are not recorded. */
  readonly firstLists: { readonly [list: string]: number } | null;
  readonly counts: { readonly [K in ChangeKind]: number };
  /** Beyond the limit of one sync. */
  readonly skippedCount: number;
}
