import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail, FailureError } from '../../shared/failure.ts';
import type { Query, QueryList } from '../../shared/filter/query-term.ts';
import type { ServiceRow } from '../../shared/records/service.ts';
import type { LedgerRow } from '../../shared/records/usage.ts';
import type { Log } from '../ports.ts';
import { createAdjustments } from './account-data/adjustments.ts';
import { createAnnotations } from './user/annotations.ts';
import { createBrowsableList } from './read/browsable-list.ts';
import { connect, type Connection } from './connection.ts';
import type { StoreContext } from './context.ts';
import { listValues } from './read/list-values.ts';
import { sources } from './query/list-source.ts';
import { removeAbandonedDrafts } from './files/database-file.ts';
import { setAsideDamaged } from './files/damaged-files.ts';
import { openDatabase } from './files/open-database.ts';
import { backUpRecords, recordsFileOf } from './files/user-records.ts';
import { createProxies } from './read/proxies.ts';
import { createProxyUsers } from './read/proxy-users.ts';
import { createCachedRecords } from './account-data/cached-records.ts';
import { createSaved } from './user/saved.ts';
import { clearSuspicion } from './files/suspect.ts';
import { createSyncs } from './write/syncs.ts';
import { createTestRuns } from './user/test-runs.ts';
import { createVaultKey } from './secrets/vault-key.ts';

/** One account: its cache and the records of its user. */
export type Store = ReturnType<typeof openStore>;

export interface StoreFile {
  readonly file: string;
  /** Only read; then the file must exist. */
  readonly readOnly?: boolean | undefined;
  /** This process has checked the file already. */
  readonly isChecked?: boolean | undefined;
  /** Another store of this process has the file open, and checks it and backs it up. */
  readonly isSecond?: boolean | undefined;
  /** Learns of upkeep that failed. */
  readonly log?: Pick<Log, 'error'> | undefined;
}

/**
 * Opens the cache of one account; creates it if there is none. Several
 * processes may have it open. Locked until `unlock`.
 *
 * @throws FailureError `database-newer` and `database-damaged` (the file is not
 *   changed), `read-only`, `disk-full`, `busy`; `not-found` if `readOnly`
 */
export function openStore(options: StoreFile) {
  const { file, readOnly = false, isChecked = false, isSecond = false } = options;
  const writer = openDatabase(file, { readOnly, isChecked: isChecked || isSecond });
  const records = recordsFileOf(file);
  let reader: Connection | undefined;
  let isClosed = false;
  const vaultKey = createVaultKey(writer);
  const context: StoreContext = {
    writer,
    reader: () => (reader ??= connect(file, { readOnly: true, records, isForStreams: true })),
    vault: () => vaultKey.vault(),
  };
  const syncs = createSyncs(context);
  return {
    proxies: createProxies(context),
    services: createBrowsableList<ServiceRow>(sources.services, context),
    proxyUsers: createProxyUsers(context),
    valuesOf: (list: QueryList, key: string, within: Query) =>
      listValues(context, list, key, within),
    /** The residential ledger. */
    ledger: createBrowsableList<LedgerRow>(sources.ledger, context),
    adjustments: createAdjustments(context, syncs),
    cachedRecords: createCachedRecords(context),
    syncs,
    testRuns: createTestRuns(context),
    saved: createSaved(context),
    ...createAnnotations(context),
    /** Size of the database file with its log, in bytes. */
    sizeBytes: () => sizeOf(file) + sizeOf(`${file}-wal`),
    /** Whether passwords can be read and written. */
    get isUnlocked() {
      return vaultKey.isUnlocked;
    },
    /**
     * Derives the password key from the account's private key. If the cached passwords were
     * encrypted with another key, the store stays locked and the result is false.
     */
    unlock: (privateKey: string) => vaultKey.unlock(privateKey),
    /**
     * Unlocks with a key that may replace another one. If it does, the passwords of that one
     * are discarded (the next sync fetches them again), and the result is true.
     */
    renewKey: (privateKey: string) => vaultKey.renew(privateKey),
    /**
     * Runs a short write that can be repeated. While another connection holds the lock, it is tried
     * again and again, and this thread is free meanwhile. Failure `busy` after half a minute,
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
      if (!readOnly && !isSecond) keepUp(options, backUpRecords);
    },
  };
}

/**
 * Opens the cache and the user's records. Damaged files are moved aside: a new cache is
 * created, and the user's records are restored from their backup.
 *
 * @returns the store, and the names of the files that were moved aside
 * @throws FailureError like `openStore`, but never `database-damaged`
 */
export function openOrRebuildStore(options: Pick<StoreFile, 'file' | 'log'>): {
  readonly store: Store;
  readonly setAside: readonly string[];
} {
  const setAside = setAsideDamaged(options.file);
  const store = openStore({ ...options, isChecked: true });
  keepUp(options, (records) => {
    clearSuspicion(options.file);
    clearSuspicion(records);
    removeAbandonedDrafts(options.file);
  });
  keepUp(options, () => {
    store.edits.purge();
  });
  // After a crash there may be none yet.
  keepUp(options, backUpRecords);
  return { store, setAside };
}

/** Does work without which the account can be used, for example while the disk is full: a failure is only logged. */
function keepUp({ file, log }: StoreFile, work: (records: string) => void): void {
  try {
    work(recordsFileOf(file));
  } catch (error) {
    log?.error('upkeep of the files of an account', error);
  }
}

/** The indexes of a million proxies, which a first sync creates, hold the lock for seconds. */
const longestWaitMs = 30_000;

async function retryWhileBusy<T>(work: () => T): Promise<T> {
  const untilMs = performance.now() + longestWaitMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      const isBusy = error instanceof FailureError && error.failure.code === 'busy';
      if (!isBusy || performance.now() > untilMs) throw error;
    }
    await sleep(10);
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
