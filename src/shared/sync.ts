import type { Failure } from './failure.ts';
import { isOwnList, listNames, lists, type ListName, type OwnList } from './lists.ts';

/** Needed for browsing, exports and tests. */
export const mainLists = ['services', 'proxies', 'proxy_users'] as const;
export type MainList = (typeof mainLists)[number];
export const isMainList = (resource: SyncResource): resource is MainList => mainLists.some((list) => list === resource);

/** Without the app's own lists. */
export type SyncList = Exclude<ListName, OwnList>;
export const isSyncList = (list: string): list is SyncList => !isOwnList(list) && Object.hasOwn(lists, list);
export const syncLists: readonly SyncList[] = listNames.filter(isSyncList);

export const mapSyncLists = <T>(make: (list: SyncList) => T): { readonly [L in SyncList]: T } =>
  // `fromEntries` does not keep the names.
  Object.fromEntries(syncLists.map((list) => [list, make(list)])) as { [L in SyncList]: T };

const recordWords = {
  summaries: 'usage summaries',
  customer: 'account profile',
  catalog: 'catalog',
  adjustments: 'adjustments',
} as const;
export type SyncRecords = keyof typeof recordWords;

/** For the middle of a sentence. */
export const resourceWords = { ...mapSyncLists((list) => lists[list].many), ...recordWords };

/** In the order of requests. */
export type SyncResource = keyof typeof resourceWords;
// `Object.keys` does not keep the type of the names.
export const syncResources = Object.keys(resourceWords) as readonly SyncResource[];

/** Resources that a sync received incompletely; not those the service lacks or a canceled sync did not reach. */
export function missingResources(resources: {
  readonly [R in SyncResource]: { readonly problem: Failure | null };
}): SyncResource[] {
  return syncResources.filter((resource) => {
    const code = resources[resource].problem?.code;
    return code !== undefined && code !== 'not-found' && code !== 'canceled';
  });
}

/** Names resources: "ledger entries, usage summaries and catalog". */
export function nameResources(resources: readonly SyncResource[]): string {
  const words = resources.map((resource) => resourceWords[resource]);
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' and ');
}

export interface ResourceOutcome {
  /** After the run. */
  readonly total: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** See docs/architecture.md, A row of a sync. */
  readonly complete: boolean;
  /** Skipped: without an ID, or not storable. */
  readonly withoutId: number;
  /** Null: complete, or not requested. */
  readonly problem: Failure | null;
}

export interface SyncOutcome {
  /** By the main lists, if any was requested. */
  readonly complete: boolean;
  readonly requested: readonly SyncResource[];
  readonly resources: { readonly [R in SyncResource]: ResourceOutcome };
  readonly requests: number;
  readonly durationMs: number;
  /** Null: complete. */
  readonly problem: Failure | null;
}

export interface Progress {
  readonly done: number;
  /** Null: unknown. */
  readonly total: number | null;
  readonly resource?: SyncResource;
  /** Until the next request is accepted. */
  readonly waitSeconds?: number;
}

export interface SyncProgress {
  readonly accountId: string;
  readonly resource: SyncResource;
  /** Of the current pass. */
  readonly received: number;
  /** As the service reports; null: not yet. */
  readonly expected: number | null;
  /** Until the next request is accepted. */
  readonly waitSeconds?: number;
}

/** Describes a wait; undefined: it does not wait. */
export const describeWait = ({ waitSeconds }: Pick<SyncProgress, 'waitSeconds'>): string | undefined =>
  waitSeconds === undefined ? undefined : `Waiting for the service, ${String(waitSeconds)} s`;

export interface ResourceState {
  /** ISO 8601 in UTC; null: never. */
  readonly completedAt: string | null;
  /** `not-found`: the service lacks it. */
  readonly problem: Failure | null;
}

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

export interface SyncPlan {
  readonly accountId: string;
  /** ISO 8601 in UTC; null: off, or waiting. */
  readonly nextAt: string | null;
  readonly waitsFor: 'network' | 'person' | null;
  readonly problem: Failure | null;
  /** Only false is reliable. */
  readonly isOnline: boolean;
}
