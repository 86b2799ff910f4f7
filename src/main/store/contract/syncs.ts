import type { Failure } from '../../../shared/failure.ts';
import type { ResourceState, SyncList, SyncResource } from '../../../shared/sync.ts';
import type { ReceivedRecord } from '../../../shared/received-record.ts';
import type { StoredList } from '../records/layout.ts';
import type { ListPass } from '../write/list-pass.ts';

export interface Written {
  readonly added: number;
  readonly changed: number;
}

export interface PageWritten extends Written {
  /** One small integer per row, always the same for the same row. */
  readonly keys: readonly number[];
}

/** What a sync does with the cache. */
export interface Syncs {
  /** Writes one page in one transaction; rows that did not change are not written. */
  writePage(resource: StoredList, records: readonly ReceivedRecord[]): PageWritten;
  /** Starts a walk over all pages of a list; a full one writes every row. The store must be unlocked. */
  startPass(resource: SyncList, options?: { readonly isFull?: boolean | undefined }): ListPass;
  countRows(resource: StoredList): number;
  /** Keys of all rows. */
  keys(resource: SyncList): number[];
  /** Removes rows by key and marks the list as complete, in one transaction. */
  finishList(resource: SyncList, removedKeys: readonly number[]): void;
  /** Stores how each resource of a run ended; a problem stays until the next run. */
  noteOutcomes(
    outcomes: Iterable<
      readonly [SyncResource, { readonly complete: boolean; readonly problem: Failure | null }]
    >,
  ): void;
  resourceStates(): { readonly [R in SyncResource]: ResourceState };
  /** Makes the next pass over each list write every row, including its secrets. */
  readAnew(): void;
  /** Removes replaced and removed data from the log; if a reader uses it, when the store is closed. */
  emptyLog(): void;
  /** Stores how a run ended. ISO 8601 UTC times. */
  finishRun(run: {
    readonly startedAt: string;
    readonly finishedAt: string;
    readonly complete: boolean;
    readonly problem: Failure | null;
  }): void;
  lastRun(): {
    readonly lastCompletedAt: string | null;
    readonly lastAttemptAt: string | null;
    readonly lastProblem: Failure | null;
  };
}
