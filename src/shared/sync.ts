import type { Failure } from './failure.ts';

/** The lists that a sync keeps, in the order in which it reads them. */
export const syncResources = ['services', 'proxies', 'proxy_users'] as const;
export type SyncResource = (typeof syncResources)[number];

export interface ResourceOutcome {
  /** Rows in the offline copy after the run. */
  readonly total: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Whether the whole list was seen (see docs/architecture.md, Sync). */
  readonly complete: boolean;
  /** Rows of the answers that had no id and were set aside. */
  readonly withoutId: number;
}

export interface SyncOutcome {
  readonly complete: boolean;
  readonly resources: { readonly [R in SyncResource]: ResourceOutcome };
  readonly requests: number;
  readonly durationMs: number;
  /** Why a run stopped short or stayed incomplete. */
  readonly problem: Failure | null;
}

export interface SyncProgress {
  readonly accountId: string;
  readonly resource: SyncResource;
  /** Distinct rows seen in the present pass. */
  readonly received: number;
  /** What the service says there are; null until it says so. */
  readonly expected: number | null;
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
  readonly databaseBytes: number;
}
