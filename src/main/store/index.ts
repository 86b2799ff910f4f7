import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { asFailure, fail } from '../../shared/failure.ts';
import type { Query } from '../../shared/filter/query-term.ts';
import { mapLists, type ListName, type RowOf } from '../../shared/lists.ts';
import type { SyncList } from '../../shared/sync.ts';
import { type Clock, type Log, systemClock } from '../ports.ts';
import { createAdjustments, createCachedRecords } from './write/cached-records.ts';
import { backUpTo, restoreFrom, type Restored } from './user/backup.ts';
import { createAnnotations } from './user/annotations.ts';
import { createBrowsableList, type BrowsableList } from './read/browsable-list.ts';
import { removeAbandonedDrafts } from './sqlite/database-file.ts';
import { clearCheckMark, diskFull, markForCheck, needsCheck } from './sqlite/sqlite-failure.ts';
import { connect, type Connection } from './sqlite/connection.ts';
import type { StoreContext, SingleRecords } from './types.ts';
import { accountOf, accountSchemas } from './schema/schema.ts';
import { countKey, listValues, readPlaceNames } from './read/facets.ts';
import { countGroups, type GroupedList } from './read/value-counts.ts';
import { sources } from './read/query/list-source.ts';
import { setAsideDamaged, openDatabase } from './sqlite/open-database.ts';
import { createMaskUser } from './read/memory/proxy-masks.ts';
import { backUpRecords, recordsFileOf } from './sqlite/user-records.ts';
import {
  createGatewayTokens,
  createServedListTokens,
  createNotified,
  createAccountSettings,
  createSaved,
  createExportTargets,
} from './user/saved.ts';
import { readKnownSecrets } from './read/known-secrets.ts';
import { createFigures, readOverTime } from './read/figures.ts';
import { createProxies, createProxyUsers } from './read/proxies.ts';
import { createReportedResults } from './read/reported-results.ts';
import { createRotation } from './read/rotation.ts';
import { createOverview } from './read/overview.ts';
import { createChangeLog } from './user/change-log.ts';
import { createServiceLimits } from './write/service-limits.ts';
import { createSyncs } from './write/syncs.ts';
import { createRequestLog } from './user/request-log.ts';
import { createTestRuns } from './user/test-runs.ts';
import { createVaultKey } from './schema/vault.ts';

export type { BrowsableList } from './read/browsable-list.ts';

export type Store = ReturnType<typeof openStore>;

interface StoreFile {
  readonly file: string;
  /** The file must exist. */
  readonly readOnly?: boolean | undefined;
  readonly isChecked?: boolean | undefined;
  /** Another store of this process checks the file and backs it up. */
  readonly isSecond?: boolean | undefined;
  readonly log?: Pick<Log, 'error'> | undefined;
  /** Of all writes; default: this machine's. */
  readonly clock?: Pick<Clock, 'wallMs'> | undefined;
}

/**
 * Opens or creates an account's cache, also next to other processes. Locked until `unlock`.
 *
 * @throws FailureError `database-newer`, `database-damaged`, `read-only`, `disk-full`, `busy`; `not-found` if
 *   `readOnly`
 */
export function openStore(options: StoreFile) {
  const { file, readOnly = false, isChecked = false, isSecond = false, clock = systemClock } = options;
  const writer = openDatabase(file, accountSchemas, { readOnly, isChecked: isChecked || isSecond, isSecond });
  if (!readOnly && !isSecond && writer.get('SELECT 1 FROM owner') === undefined) {
    writer.run('INSERT OR IGNORE INTO owner (id, account) VALUES (1, ?)', accountOf(file));
  }
  const records = recordsFileOf(file);
  let reader: Connection | undefined;
  let isClosed = false;
  const vaultKey = createVaultKey(writer);
  const context: StoreContext = {
    writer,
    reader: () =>
      writer.isAlone ? writer : (reader ??= connect(file, { ...writer.options, readOnly: true, isForStreams: true })),
    vault: () => vaultKey.vault(),
    masks: createMaskUser(writer),
    nowMs: () => clock.wallMs(),
  };
  const syncs = createSyncs(context);
  const changeLog = createChangeLog(context);
  const settings = createAccountSettings(context);
  const lists = {
    ...mapLists<{ readonly [L in ListName]: BrowsableList<RowOf<L>> }>((list) =>
      createBrowsableList(sources[list], context),
    ),
    proxies: createProxies(context),
    proxy_users: createProxyUsers(context),
    hosts: createFigures(context, () => settings.get()),
  };
  const annotations = createAnnotations(context);
  const adjustments = createAdjustments(context, syncs);
  const cachedRecords = createCachedRecords(context);
  const rowsOf = (list: SyncList): SingleRecords => ({
    get(id, options) {
      const record = lists[list].record(id, options);
      return record && { record, receivedAt: syncs.resourceStates()[list].completedAt };
    },
    // Fields that only searches return stay until the next sync.
    put(id, fields) {
      const cached = lists[list].record(id, { secrets: true });
      return syncs.writePage(list, [{ id, fields: { ...cached, ...fields } }]);
    },
  });
  return {
    file,
    /** Of writes, since 1970. */
    nowMs: context.nowMs,
    ...lists,
    valuesOf: (list: ListName, key: string, within: Query) => listValues(context, list, key, within),
    figuresOverTime: (where: Query, id: string) => readOverTime(context, where, id),
    countKey: (list: ListName, key: string, where: Query) => countKey(context, list, key, where),
    groupsOf: (list: GroupedList, key: string, where: Query, limit: number) =>
      countGroups(context, list, key, { where, limit }),
    changeLog,
    ...createOverview(context, changeLog),
    adjustments,
    cachedRecords,
    placeNames: () => readPlaceNames(context, (kind) => cachedRecords.list(kind)),
    /** Without `table` those stored as received. */
    recordsOf(kind: string, table?: SyncList | 'adjustments'): SingleRecords {
      if (table === 'adjustments') return adjustments;
      if (table !== undefined) return rowsOf(table);
      return {
        get: (id, options) => cachedRecords.get(kind, id, options),
        put: (id, fields) => cachedRecords.put(kind, id, fields),
      };
    },
    syncs,
    serviceLimits: createServiceLimits(context),
    testRuns: createTestRuns(context),
    requestLog: createRequestLog(context),
    saved: createSaved(context),
    exportTargets: createExportTargets(context),
    gatewayTokens: createGatewayTokens(context),
    servedLists: createServedListTokens(context),
    ...createRotation(context),
    ...createReportedResults(context),
    settings,
    notified: createNotified(context),
    ...annotations,
    /** Saves the user's records into one file; see `backUpTo`. */
    async backUpTo(target: string): Promise<void> {
      if (writer.isAlone) throw diskFull();
      await backUpTo(records, target);
    },
    /** Replaces the user's records by a backup; see `restoreFrom`. */
    restoreFrom(source: string): Restored {
      const restored = restoreFrom(context, records, source);
      annotations.edits.forget();
      return restored;
    },
    /** The disk is full, so no other connection can use the files. */
    isAlone: writer.isAlone,
    checkAtNextStart: () => {
      markForCheck(file);
    },
    sizeBytes: () => sizeOf(file) + sizeOf(`${file}-wal`),
    /** The secrets in the cache. Failure `passwords-locked`. */
    knownSecrets: () => readKnownSecrets(context),
    get isUnlocked() {
      return vaultKey.isUnlocked;
    },
    /** Derives the password key; false, and locked, if the cache has passwords of another. */
    unlock: (privateKey: string) => vaultKey.unlock(privateKey),
    /** Unlocks with a key that may be new; true if it is: old passwords are discarded until the next sync. */
    renewKey: (privateKey: string) => vaultKey.renew(privateKey),
    /**
     * Repeats a short write until it gets the lock, without blocking the thread. Failures `busy` after half a minute,
     * `canceled` once the store is closed or the signal aborted.
     */
    whenFree: <T>(write: () => T, signal?: AbortSignal): Promise<T> =>
      retryWhileBusy(() => {
        if (isClosed || signal?.aborted === true) {
          throw fail('canceled', 'Canceled. Nothing was changed.');
        }
        return writer.withoutWaiting(write);
      }),
    close(): void {
      isClosed = true;
      reader?.close();
      writer.close();
      if (!readOnly && !isSecond && !writer.isAlone) keepUp(options, backUpRecords);
    },
  };
}

/**
 * Opens cache and records. Damaged files are moved aside: a new cache, records from their backup.
 *
 * @returns also the names of files moved aside
 * @throws FailureError like `openStore`, but never `database-damaged`
 */
export function openOrRebuildStore(options: Pick<StoreFile, 'file' | 'log'>): {
  readonly store: Store;
  readonly setAside: readonly string[];
} {
  const wasMarked = needsCheck(options.file);
  const setAside = setAsideDamaged(options.file, accountSchemas);
  const store = openStore({ ...options, isChecked: true });
  if (store.isAlone) return { store, setAside };
  keepUp(options, (records) => {
    // A damaged value in intact files: the next sync compares every row.
    if (wasMarked) store.syncs.forgetComparisons();
    clearCheckMark(options.file);
    clearCheckMark(records);
    removeAbandonedDrafts(options.file);
  });
  keepUp(options, backUpRecords);
  return { store, setAside };
}

/** Logs a failure of work that the account can do without. */
function keepUp({ file, log }: StoreFile, work: (records: string) => void): void {
  try {
    work(recordsFileOf(file));
  } catch (error) {
    log?.error('upkeep of the files of an account', error);
  }
}

/** Creating the indexes of a million proxies holds the lock for seconds. */
const longestWaitMs = 30_000;

async function retryWhileBusy<T>(work: () => T): Promise<T> {
  const untilMs = performance.now() + longestWaitMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const isBusy = asFailure(error).code === 'busy';
      if (!isBusy || performance.now() > untilMs) throw error;
    }
    await sleep(10);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
