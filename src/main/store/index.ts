import { existsSync, renameSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { FailureError } from '../../shared/failure.ts';
import type { ServiceRow } from '../../shared/service.ts';
import type { LedgerRow } from '../../shared/usage.ts';
import { createAdjustments } from './account-data/adjustments.ts';
import { createAnnotations } from './user/annotations.ts';
import { createBrowsableList } from './browsable-list.ts';
import { connect, type Connection } from './connection.ts';
import type { StoreContext } from './context.ts';
import type { Store } from './contract.ts';
import { listValues } from './list-values.ts';
import { sources } from './list-source.ts';
import { checkFile, removeAbandonedDrafts } from './files/database-file.ts';
import { openDatabase } from './files/open-database.ts';
import { backUpRecords, recordsFileOf, restoreRecords } from './files/user-records.ts';
import { createProfileCounts } from './profile-counts.ts';
import { createProxies } from './proxies.ts';
import { createProxyUsers } from './proxy-users.ts';
import { createKeptRecords } from './account-data/cached-records.ts';
import { copySchema, recordsSchema } from './schema.ts';
import { createSaved } from './user/saved.ts';
import { createShapes } from './shapes.ts';
import { clearSuspicion, isSuspect } from './files/suspect.ts';
import { findStill } from './still-found.ts';
import { createSyncs } from './syncs.ts';
import { createTestRuns } from './user/test-runs.ts';
import { createVaultKey } from './secrets/vault-key.ts';

export type { Store } from './contract.ts';

export interface StoreFile {
  readonly file: string;
  /** Only read; then the file must be there. */
  readonly readOnly?: boolean | undefined;
  /** Read through by this process already. */
  readonly isChecked?: boolean | undefined;
  /** Another store of this process has the file open, and looks after it. */
  readonly isSecond?: boolean | undefined;
}

/**
 * Opens the offline copy of one account; makes it where there is none. Several
 * processes may have it open. Locked until `unlock`.
 *
 * @throws FailureError `database-newer` and `database-damaged` (the file is not
 *   changed), `read-only`, `disk-full`, `busy`; `not-found` where only reading
 */
export function openStore(options: StoreFile): Store {
  const { file, readOnly = false, isChecked = false, isSecond = false } = options;
  const writer = openDatabase(file, { readOnly, isChecked: isChecked || isSecond });
  const records = recordsFileOf(file);
  let reader: Connection | undefined;
  const vaultKey = createVaultKey(writer);
  const context: StoreContext = {
    writer,
    reader: () => (reader ??= connect(file, { readOnly: true, records, isForStreams: true })),
    shapes: createShapes(writer),
    profileCounts: createProfileCounts(writer),
    vault: () => vaultKey.vault(),
  };
  const syncs = createSyncs(context, vaultKey);
  return {
    proxies: createProxies(context),
    services: createBrowsableList<ServiceRow>(sources.services, context),
    proxyUsers: createProxyUsers(context),
    stillFound: (list, where, ids) => findStill(context, list, where, ids),
    valuesOf: (list, key, within) => listValues(context, list, key, within),
    ledger: createBrowsableList<LedgerRow>(sources.ledger, context),
    adjustments: createAdjustments(context, syncs),
    keptRecords: createKeptRecords(context, vaultKey),
    syncs,
    testRuns: createTestRuns(context),
    saved: createSaved(context),
    ...createAnnotations(context),
    sizeBytes: () => sizeOf(file) + sizeOf(`${file}-wal`),
    get isUnlocked() {
      return vaultKey.isUnlocked;
    },
    unlock: (privateKey) => vaultKey.unlock(privateKey),
    close() {
      reader?.close();
      writer.close();
      // Damage to them is noted, and looked at when they are opened next.
      if (!readOnly && !isSecond)
        isDamaged(() => {
          backUpRecords(records);
        });
    },
  };
}

/** Whether damage was met in a file of this copy since it was opened last: then it is read through, which takes seconds. */
export const isUnderSuspicion = (file: string): boolean =>
  isSuspect(file) || isSuspect(recordsFileOf(file));

/**
 * Sets damaged files of a copy that nobody has open aside, under a name with the time of
 * day, never deleted. The person's own records come back from their backup.
 *
 * @returns the names of the files that were set aside
 * @throws FailureError `database-newer`, `read-only`, `disk-full`
 */
export function setAsideDamaged(file: string): readonly string[] {
  const records = recordsFileOf(file);
  const setAside: string[] = [];
  const how = { isChecked: false, isSuspect: isUnderSuspicion(file) };
  if (existsSync(records) && isDamaged(() => checkFile(records, recordsSchema, how))) {
    setAside.push(putAside(records));
    restoreRecords(records);
  }
  if (existsSync(file) && isDamaged(() => checkFile(file, copySchema, how))) {
    setAside.push(putAside(file));
  }
  return setAside;
}

/**
 * Opens the offline copy; what is damaged is set aside, and the copy made anew.
 *
 * @param options.setAside what `setAsideDamaged` gave a moment ago; without it it is called
 * @returns the store, and the names of the files that were set aside
 * @throws FailureError as of `openStore`, but never `database-damaged`
 */
export function openOrRebuildStore(options: {
  readonly file: string;
  readonly setAside?: readonly string[] | undefined;
}): {
  readonly store: Store;
  readonly setAside: readonly string[];
} {
  const { file } = options;
  const records = recordsFileOf(file);
  const setAside = options.setAside ?? setAsideDamaged(file);
  const store = openStore({ file, isChecked: true });
  store.edits.purge();
  clearSuspicion(file);
  clearSuspicion(records);
  removeAbandonedDrafts(file);
  // After a crash no one has made it yet.
  isDamaged(() => {
    backUpRecords(records);
  });
  return { store, setAside };
}

function isDamaged(check: () => unknown): boolean {
  try {
    check();
    return false;
  } catch (error) {
    if (error instanceof FailureError && error.failure.code === 'database-damaged') return true;
    throw error;
  }
}

/** Renames a database with its log; gives its new name. */
function putAside(file: string): string {
  const aside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  for (const suffix of ['', '-wal', '-shm']) renameWhereThere(file + suffix, aside + suffix);
  return basename(aside);
}

function renameWhereThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    // Node's file errors carry a `code`; only "not there" is expected.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
