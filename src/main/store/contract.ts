/**
 * What the rest of the main process may ask of one account's offline copy. The
 * functions behind it are in the folders next to this file.
 */
import type { ExportProtocol, IpVersion, RowDetails } from '../../shared/export.ts';
import type { Failure } from '../../shared/failure.ts';

import type { JsonObject } from '../../shared/json.ts';
import type { ProxyEndpoint } from '../../shared/proxy.ts';
import type { AccessRestrictions, ProxyAccess, ProxyUserRow } from '../../shared/proxy-user.ts';
import type {
  Facets,
  FacetValue,
  Query,
  QueryList,
  SelectionSummary,
  SortKey,
} from '../../shared/query-term.ts';
import type { NewSavedItem, SavedItem, SavedKind } from '../../shared/saved.ts';
import type { ProxyReplacement } from '../../shared/replacement.ts';
import type { ServiceRow } from '../../shared/service.ts';
import type { KeptRecord, RecordKind } from '../../shared/kept-record.ts';
import type { ResourceState, SyncList, SyncResource } from '../../shared/sync.ts';
import type { AnnotatedList, Annotations, Edit, NewTag, Tag, TagChange } from '../../shared/tag.ts';
import type { LedgerRow } from '../../shared/usage.ts';
import type { AdjustmentRow } from '../../shared/adjustment.ts';
import type {
  ProxySelection,
  TestResultRow,
  TestRunState,
  TestRunSummary,
} from '../../shared/test-run.ts';
import type { ReceivedRecord } from '../../shared/received-record.ts';
import type { StoredList } from './records/layout.ts';
import type { ListPass, RowsWritten } from './write/list-pass.ts';

export type { RowsWritten };

export interface ListWindow {
  readonly where: Query;
  readonly sort: readonly SortKey[];
  readonly offset: number;
  readonly limit: number;
}

/** A list that is browsed: rows for the table, records with every field. */
export interface BrowsableList<Row> {
  list(window: ListWindow): Row[];
  count(where: Query): number;
  get(id: string): Row | undefined;
  /**
   * Records exactly as received, one at a time. With `secrets` the passwords are
   * in it (failure `passwords-locked` without the password key), else they are left out.
   */
  records(window: ListWindow, options: { readonly secrets: boolean }): IterableIterator<JsonObject>;
  record(id: string, options: { readonly secrets: boolean }): JsonObject | undefined;
}

export interface Written {
  readonly added: number;
  readonly changed: number;
}

export interface PageWritten extends Written {
  /** One small integer a row, the same row always the same one. */
  readonly keys: readonly number[];
}

/** Where a proxy is reached; null where it has none, or what it has is none. */
export interface BareAddress {
  readonly host: string | null;
  readonly port: number | null;
}

export interface ProxyAddress extends BareAddress {
  readonly proxy_id: string;
  // The others are there only where they were asked for.
  readonly details?: RowDetails;
  /** Names of the person's tags, in their order. */
  readonly tags?: readonly string[];
  /** Which of several users may use it: the bit of a user's place in the list. */
  readonly userBits?: number;
  /** Whether a test answered in the last run that tested it, of those since the time asked. */
  readonly isAlive?: boolean;
  /** Credentials of the default proxy user in the proxy's own record. */
  readonly defaultCredentials?: ProxyUserCredentials | undefined;
}

/** Which proxies, which of their addresses and ports, and in which order. */
export interface PlainAddressRequest {
  readonly selection: ResolvedSelection;
  /**
   * Only proxies that this user may use (specification, "Access rules for has_access",
   * 1 to 3), or one of several, `maxExportUsers` at most. A deleted or unknown user may
   * use none. Null: whoever may use them.
   */
  readonly accessibleTo: string | readonly string[] | null;
  readonly protocol: ExportProtocol;
  readonly ip: IpVersion;
  /** Without it the order in which the proxies were first received. */
  readonly shuffleSeed?: string | undefined;
}

/** What is read in addition to the addresses. */
export interface AddressRequest extends PlainAddressRequest {
  readonly hasDetails?: boolean | undefined;
  readonly hasTags?: boolean | undefined;
  /** The store must be unlocked. */
  readonly hasDefaultCredentials?: boolean | undefined;
  /** The local clock, ISO 8601 in UTC: only test runs started then or later are looked at. */
  readonly aliveSince?: string | undefined;
}

/** The credentials that go with a proxy user; `password` null: none in the offline copy. */
export interface ProxyUserCredentials {
  readonly username: string;
  readonly password: string | null;
}

export interface Store {
  readonly proxies: BrowsableList<ProxyEndpoint> & {
    /** Failure `canceled` where `isWanted`, asked between two facets, says no. */
    facets(where: Query, isWanted?: () => boolean): Facets;
    summary(selection: ResolvedSelection): SelectionSummary;
    usersWithAccess(proxyId: string): ProxyAccess[];
    /** The exchanges that kept adjustments name this proxy's addresses in. */
    replacements(proxyId: string): ProxyReplacement[];
    /** Streams host and port of the chosen proxies. */
    addresses(request: AddressRequest): IterableIterator<ProxyAddress>;
    /** The same in a third of the time: an export of plain lines needs no more. */
    bareAddresses(request: PlainAddressRequest): IterableIterator<BareAddress>;
    /**
     * The addresses that more than one proxy of the copy has, chosen or not, as
     * `ProxyAddress.host` gives them.
     */
    repeatedHosts(ip: IpVersion): ReadonlySet<string>;
    /** How many proxies a choice has, before any access rule. */
    countSelected(selection: ResolvedSelection): number;
    /** For every user that is not deleted, how many of the chosen proxies it may use. */
    accessibleCounts(selection: ResolvedSelection): {
      readonly proxy_user_id: string;
      readonly proxy_user_is_default: boolean;
      readonly count: number;
    }[];
    /** Credentials of the default proxy user as the proxy's own record gives them. */
    defaultCredentials(proxyId: string): ProxyUserCredentials | undefined;
  };
  readonly services: BrowsableList<ServiceRow>;
  readonly proxyUsers: BrowsableList<ProxyUserRow> & {
    /** Failure `passwords-locked` without the password key; undefined: no such user. */
    credentials(proxyUserId: string): ProxyUserCredentials | undefined;
    /** In the order received, the first `most` of each kind; empty for an unknown user. */
    restrictions(proxyUserId: string, most: number): AccessRestrictions;
  };
  /** Those of the ids of a list's rows that a filter finds. */
  stillFound(list: AnnotatedList, where: Query, ids: readonly string[]): string[];
  /**
   * The values of a key with the rows that have each, most frequent first; see
   * `listValues` for what `within` does.
   */
  valuesOf(list: QueryList, key: string, within: Query): readonly FacetValue[];
  /** The residential ledger. */
  readonly ledger: BrowsableList<LedgerRow>;
  readonly adjustments: {
    /** Writes one, and when it was received. */
    put(id: string, fields: JsonObject): Written;
    get(id: string, options: { readonly secrets: boolean }): KeptRecord | undefined;
    /** Newest first. */
    ofService(serviceId: string): AdjustmentRow[];
    /** Ids that ledger entries name and that are not kept yet, or were pending when read. */
    missing(): string[];
  };
  /** Single records that are shown as received. */
  readonly keptRecords: {
    /** Replaces what was kept under this id, and notes when; says whether anything changed. */
    put(kind: RecordKind, id: string, fields: JsonObject): Written;
    get(
      kind: RecordKind,
      id: string,
      options: { readonly secrets: boolean },
    ): KeptRecord | undefined;
    /** Last received first; secrets are left out. */
    list(kind: RecordKind): KeptRecord[];
    count(kinds: readonly RecordKind[]): number;
  };
  readonly syncs: {
    /** Writes one page in one transaction; rows that did not change are not written. */
    writePage(resource: StoredList, records: readonly ReceivedRecord[]): PageWritten;
    /** Starts a walk over all pages of a list; a full one writes every row. The store must be unlocked. */
    startPass(resource: SyncList, options?: { readonly isFull?: boolean | undefined }): ListPass;
    countRows(resource: StoredList): number;
    /** Keys of all rows kept now. */
    keys(resource: SyncList): number[];
    /** Removes rows by key and stamps the list as completely read, in one transaction. */
    finishList(resource: SyncList, removedKeys: readonly number[]): void;
    /** Remembers how each resource of a run ended; a problem stays until the next reading. */
    noteOutcomes(
      outcomes: Iterable<
        readonly [SyncResource, { readonly complete: boolean; readonly problem: Failure | null }]
      >,
    ): void;
    resourceStates(): { readonly [R in SyncResource]: ResourceState };
    /** Makes the next pass over each list read and write every row, its secrets too. */
    readAnew(): void;
    /** Empties the log of what was replaced or removed; later, where somebody is reading from it. */
    emptyLog(): void;
    /** Remembers how a run ended. ISO 8601 UTC times. */
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
  };
  /** What the person keeps by name; the loss of the copy does not touch it. */
  readonly saved: {
    list(kind: SavedKind): SavedItem[];
    /** Failure `name-taken` for a name of another one of its kind, `not-found` where `id` is gone. */
    put(item: NewSavedItem): SavedItem;
    remove(id: number): void;
  };
  /** Tags and notes stay when their record goes, and are there again when it comes back. */
  readonly tags: {
    /** By name, with the rows of the copy that have each. */
    list(): Tag[];
    /**
     * Makes a tag, or renames or recolors one. Failure `name-taken`, `not-found`,
     * `invalid-input` for a name that is empty or too long.
     */
    put(tag: NewTag): Edit;
    /** Takes it off everything too. */
    remove(id: number): Edit;
    /** Adds tags to all chosen rows and takes others off. */
    change(list: AnnotatedList, rows: ResolvedSelection, change: TagChange): Edit;
  };
  readonly notes: {
    /**
     * Gives all chosen rows this note; null takes it away. `isContinued`: goes on with the
     * note of the same row that was put within the last minute, and is undone with it.
     */
    put(
      list: AnnotatedList,
      rows: ResolvedSelection,
      note: string | null,
      options?: { readonly isContinued: boolean },
    ): Edit;
  };
  /** Tags and notes of some rows, taken together. */
  annotationsOf(list: AnnotatedList, rows: ResolvedSelection): Annotations;
  /** Every change of tags and notes can be undone, by whichever window or process it was made. */
  readonly edits: {
    /**
     * Restores exactly what was there before the last edit; with `id`, only if that is
     * the last one. Failure `nothing-to-do`.
     */
    undo(id?: number): Edit;
    redo(): Edit;
    /** What would be undone and redone; null: nothing. */
    next(): { readonly undo: string | null; readonly redo: string | null };
    /** Whether the next undo or redo takes milliseconds; a long one takes seconds. */
    isNextShort(direction: 'undo' | 'redo'): boolean;
    /** Deletes edits that are too old or too many, and with them what deleted notes said. */
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
    /** Keeps the results of one batch, in one transaction with the run's counters. */
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
     * Marks the runs that no one finished. For the one process that starts runs,
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
    /** All results of a run with every field that came, but for secrets; `proxy_id` is the proxy that was found for it. */
    resultRecords(testRunId: number): JsonObject[];
    resultsOfProxy(proxyId: string, limit: number): TestResultRow[];
    /** Ids of the proxies that have a result of the run which is no success, as they were tested. */
    failedProxies(testRunId: number): string[];
  };
  /** Size of the database file with its log, in bytes. */
  sizeBytes(): number;
  /** Whether passwords can be read and written. */
  readonly isUnlocked: boolean;
  /**
   * Derives the password key from the account's private key. A key other than
   * the one that the kept passwords were written with forgets those passwords
   * (the next sync brings them again) and answers 'renewed'.
   */
  unlock(privateKey: string): 'unlocked' | 'renewed';
  close(): void;
}

/** A selection whose query text has been parsed. */
export type ResolvedSelection =
  | { readonly kind: 'query'; readonly where: Query; readonly excludedIds: readonly string[] }
  | Extract<ProxySelection, { kind: 'ids' }>;
