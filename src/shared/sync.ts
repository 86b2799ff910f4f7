import type { Failure } from './failure.ts';

/** The lists that browsing, exports and tests work from. */
export const mainLists = ['services', 'proxies', 'proxy_users'] as const;
export type MainList = (typeof mainLists)[number];

/** Every list that a sync keeps. */
export const syncLists = [...mainLists, 'residential_ledger'] as const;
export type SyncList = (typeof syncLists)[number];

/** What a sync keeps beside the lists: single records. */
export const syncRecords = ['summaries', 'customer', 'catalog', 'adjustments'] as const;
export type SyncRecords = (typeof syncRecords)[number];

/** Everything that a sync keeps, in the order in which it asks for it. */
export const syncResources = [...syncLists, ...syncRecords] as const;
export type SyncResource = (typeof syncResources)[number];

export interface ResourceOutcome {
  /** Rows or records in the offline copy after the run. */
  readonly total: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Whether the whole list, or every record, was seen (see docs/architecture.md, A sync). */
  readonly complete: boolean;
  /** Rows of the answers that had no id, or could not be kept, and were set aside. */
  readonly withoutId: number;
  /** Why it is not complete; null where it is, or was not asked for. */
  readonly problem: Failure | null;
}

export interface SyncOutcome {
  /**
   * Whether the main lists that were asked for are complete. The rest of the
   * account speaks for itself; it decides only where no main list was asked for.
   */
  readonly complete: boolean;
  /** What was asked for; the others were left as they are. */
  readonly asked: readonly SyncResource[];
  readonly resources: { readonly [R in SyncResource]: ResourceOutcome };
  readonly requests: number;
  readonly durationMs: number;
  /** Why the run is not complete; null where it is. */
  readonly problem: Failure | null;
}

export interface SyncProgress {
  readonly accountId: string;
  readonly resource: SyncResource;
  /** Distinct rows seen in the present pass, or records received. */
  readonly received: number;
  /** What the service says there are; null until it says so. */
  readonly expected: number | null;
}

/** How the last reading of a resource ended. */
export interface ResourceState {
  /** When it was last complete, ISO 8601 in UTC; null: never. */
  readonly completedAt: string | null;
  /** Why the last reading was not complete; `not-found`: the service does not know it. */
  readonly problem: Failure | null;
}

/** What the status bar says about an account's offline copy. */
export interface SyncState {
  readonly accountId: string;
  readonly running: SyncProgress | null;
  /** ISO 8601 in UTC; null: never. */
  readonly lastCompletedAt: string | null;
  readonly lastAttemptAt: string | null;
  readonly lastProblem: Failure | null;
  readonly counts: { readonly [R in SyncResource]: number };
  readonly resources: { readonly [R in SyncResource]: ResourceState };
  readonly databaseBytes: number;
}

/** When an account is synced next by itself. */
export interface SyncPlan {
  readonly accountId: string;
  /** ISO 8601 in UTC; null: not before what it waits for, or automatic sync is off. */
  readonly nextAt: string | null;
  readonly waitsFor: 'network' | 'person' | null;
  /** Why only the person can help. */
  readonly problem: Failure | null;
  /** False where the system is sure that there is no network. */
  readonly isOnline: boolean;
}
