import type { Failure } from './failure.ts';
import { isOwnList, listNames, lists, type ListName, type OwnList } from './lists.ts';

/** The lists that browsing, exports and tests work from. */
export const mainLists = ['services', 'proxies', 'proxy_users'] as const;
export type MainList = (typeof mainLists)[number];
export const isMainList = (resource: SyncResource): resource is MainList => mainLists.some((list) => list === resource);

/** The lists that a sync caches: all but those that this app records. */
export type SyncList = Exclude<ListName, OwnList>;
export const isSyncList = (list: string): list is SyncList => !isOwnList(list) && Object.hasOwn(lists, list);
export const syncLists: readonly SyncList[] = listNames.filter(isSyncList);

/** Makes the same kind of thing for every list that a sync caches. */
export const mapSyncLists = <T>(make: (list: SyncList) => T): { readonly [L in SyncList]: T } =>
  // `fromEntries` does not keep the names.
  Object.fromEntries(syncLists.map((list) => [list, make(list)])) as { [L in SyncList]: T };

/** The single records that a sync caches in addition to lists, in words. */
const recordWords = {
  summaries: 'usage summaries',
  customer: 'account profile',
  catalog: 'catalog',
  adjustments: 'adjustments',
} as const;
export type SyncRecords = keyof typeof recordWords;

/** Everything in words, as the middle of a sentence has them. */
export const resourceWords = { ...mapSyncLists((list) => lists[list].many), ...recordWords };

/** Everything that a sync caches, in the order of its requests. */
export type SyncResource = keyof typeof resourceWords;
// `Object.keys` does not keep the type of the names.
export const syncResources = Object.keys(resourceWords) as readonly SyncResource[];

/**
 * The resources that a sync tried and did not receive completely. One that the service does not
 * offer is not missing, nor is one that a canceled sync did not reach.
 */
export function missingResources(resources: {
  readonly [R in SyncResource]: { readonly problem: Failure | null };
}): SyncResource[] {
  return syncResources.filter((resource) => {
    const code = resources[resource].problem?.code;
    return code !== undefined && code !== 'not-found' && code !== 'canceled';
  });
}

/** Resources as the end of a sentence: "ledger entries, usage summaries and catalog". */
export function nameResources(resources: readonly SyncResource[]): string {
  const words = resources.map((resource) => resourceWords[resource]);
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' and ');
}

export interface ResourceOutcome {
  /** Cached rows or records after the run. */
  readonly total: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Whether the complete list, or every record, was received (docs/architecture.md, A row of a sync). */
  readonly complete: boolean;
  /** Received rows without an ID, or that could not be stored, which were skipped. */
  readonly withoutId: number;
  /** Why it is not complete; null if it is complete or was not requested. */
  readonly problem: Failure | null;
}

export interface SyncOutcome {
  /**
   * Whether the requested main lists are complete. Other resources decide only if no main
   * list was requested.
   */
  readonly complete: boolean;
  /** The requested resources; others are unchanged. */
  readonly requested: readonly SyncResource[];
  readonly resources: { readonly [R in SyncResource]: ResourceOutcome };
  readonly requests: number;
  readonly durationMs: number;
  /** Why the run is not complete; null if it is. */
  readonly problem: Failure | null;
}

/** How far some work is. */
export interface Progress {
  readonly done: number;
  /** Null: unknown. */
  readonly total: number | null;
  /** What a sync is reading now. */
  readonly resource?: SyncResource;
  /** How long a sync waits until the service accepts its next request; not set while it does not wait. */
  readonly waitSeconds?: number;
}

export interface SyncProgress {
  readonly accountId: string;
  readonly resource: SyncResource;
  /** Distinct rows received in the current pass, or records received. */
  readonly received: number;
  /** The total that the service reports; null until it does. */
  readonly expected: number | null;
  /** How long it waits until the service accepts its next request; not set while it does not wait. */
  readonly waitSeconds?: number;
}

/** Describes how long a sync waits for the service; undefined: it does not wait. */
export const describeWait = ({ waitSeconds }: Pick<SyncProgress, 'waitSeconds'>): string | undefined =>
  waitSeconds === undefined ? undefined : `Waiting for the service, ${String(waitSeconds)} s`;

/** The outcome of the last sync of a resource. */
export interface ResourceState {
  /** When it was last complete, ISO 8601 in UTC; null: never. */
  readonly completedAt: string | null;
  /** Why the last sync was not complete; `not-found`: the service does not have it. */
  readonly problem: Failure | null;
}

/** The state of an account's cached data for the status bar. */
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

/** When the next automatic sync of an account is due. */
export interface SyncPlan {
  readonly accountId: string;
  /** ISO 8601 in UTC; null while it waits for something, or if automatic sync is off. */
  readonly nextAt: string | null;
  readonly waitsFor: 'network' | 'person' | null;
  /** Why the user must act first. */
  readonly problem: Failure | null;
  /** False if the system is sure that the network is down. */
  readonly isOnline: boolean;
}
