import type { Failure } from '../../../shared/failure.ts';
import type { JsonObject } from '../../../shared/json.ts';
import type { NewSavedItem, SavedItem, SavedKind } from '../../../shared/saved.ts';
import type {
  AnnotatedList,
  Annotations,
  Edit,
  NewTag,
  Tag,
  TagChange,
} from '../../../shared/tag.ts';
import type { TestResultRow, TestRunState, TestRunSummary } from '../../../shared/test-run.ts';
import type { ResolvedSelection } from './lists.ts';

/** What the store does with the user's own records, which have a file of their own. */
export interface UserRecords {
  /** Items that the user saved by name; they survive the loss of the cache. */
  readonly saved: {
    list(kind: SavedKind): SavedItem[];
    /** Failure `name-taken` for a name of another one of its kind, `not-found` if `id` no longer exists. */
    put(item: NewSavedItem): SavedItem;
    remove(id: number): void;
  };
  /** Tags and notes stay when their record is removed, and apply again if it returns. */
  readonly tags: {
    /** By name, with the number of cached rows that have each. */
    list(): Tag[];
    /**
     * Creates a tag, or renames or recolors one. Failure `name-taken`, `not-found`,
     * `invalid-input` for a name that is empty or too long.
     */
    put(tag: NewTag): Edit;
    /** Also removes it from all rows. */
    remove(id: number): Edit;
    /** Adds tags to all selected rows and removes others. */
    change(list: AnnotatedList, rows: ResolvedSelection, change: TagChange): Edit;
  };
  readonly notes: {
    /**
     * Sets the note of all selected rows; null removes it. `isContinued`: continues the
     * note of the same row that was put within the last minute, and is undone with it.
     */
    put(
      list: AnnotatedList,
      rows: ResolvedSelection,
      note: string | null,
      options?: { readonly isContinued: boolean },
    ): Edit;
  };
  /** Tags and notes of some rows, combined. */
  annotationsOf(list: AnnotatedList, rows: ResolvedSelection): Annotations;
  /** Every change of tags and notes can be undone, whichever window or process made it. */
  readonly edits: {
    /**
     * Restores exactly the state before the last edit; with `id`, only if that is
     * the last one. Failure `nothing-to-do`.
     */
    undo(id?: number): Edit;
    redo(): Edit;
    /** Descriptions of the next undo and redo; null: none. */
    next(): { readonly undo: string | null; readonly redo: string | null };
    /** Whether the next undo or redo takes milliseconds; a long one takes seconds. */
    isNextShort(direction: 'undo' | 'redo'): boolean;
    /** Deletes edits that are too old or too many, and with them the text of deleted notes. */
    purge(): void;
  };
  readonly testRuns: {
    start(run: {
      readonly urls: readonly string[];
      readonly proxyUserId: string | null;
      readonly proxyCount: number;
      readonly skippedCount: number;
      readonly batchCount: number;
    }): number;
    /** Stores the results of one batch and the run's counters, in one transaction. */
    finishBatch(
      testRunId: number,
      batch: {
        readonly results: readonly {
          readonly proxyId: string | null;
          readonly fields: JsonObject;
        }[];
        readonly problem: Failure | null;
      },
    ): void;
    finish(
      testRunId: number,
      state: Exclude<TestRunState, 'running'>,
      problem: string | null,
    ): void;
    /**
     * Marks unfinished runs as interrupted. For the one process that starts runs,
     * and only before it starts any.
     */
    interruptRunning(): void;
    get(testRunId: number): TestRunSummary | undefined;
    /** Newest first. */
    list(): TestRunSummary[];
    results(
      testRunId: number,
      window: {
        readonly only: 'all' | 'failed' | 'succeeded';
        readonly offset: number;
        readonly limit: number;
      },
    ): TestResultRow[];
    /** All results of a run with every received field except secrets; `proxy_id` is the tested proxy. */
    resultRecords(testRunId: number): JsonObject[];
    resultsOfProxy(proxyId: string, limit: number): TestResultRow[];
    /** IDs of the proxies with an unsuccessful result of the run, in the order of the tests. */
    failedProxies(testRunId: number): string[];
  };
}
