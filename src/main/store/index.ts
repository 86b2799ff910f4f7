import { renameSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { FailureError } from '../../shared/failure.ts';
import type { ServiceRow } from '../../shared/service.ts';
import type { LedgerRow } from '../../shared/usage.ts';
import { createAdjustments } from './adjustments.ts';
import { createBrowsableList } from './browsable-list.ts';
import { connect, type Connection } from './connection.ts';
import type { StoreContext } from './context.ts';
import type { Store } from './contract.ts';
import { listValues } from './list-values.ts';
import { sources } from './list-source.ts';
import { openDatabase } from './open-database.ts';
import { createProfileCounts } from './profile-counts.ts';
import { createProxies } from './proxies.ts';
import { createProxyUsers } from './proxy-users.ts';
import { createKeptRecords } from './kept-records.ts';
import { createShapes } from './shapes.ts';
import { createSyncs } from './syncs.ts';
import { createTestRuns } from './test-runs.ts';
import { createVaultKey } from './vault-key.ts';

export type { Store } from './contract.ts';

export interface StoreFile {
  readonly file: string;
  /** Only read; then the file must be there. */
  readonly readOnly?: boolean | undefined;
  /** Opened and read through by this process already. */
  readonly isChecked?: boolean | undefined;
}

/**
 * Opens the offline copy of one account; makes it where there is none. Several
 * processes may have it open. Locked until `unlock`.
 *
 * @throws FailureError `database-newer` and `database-damaged` (the file is not
 *   changed), `read-only`, `disk-full`, `busy`; `not-found` where only reading
 */
export function openStore({ file, readOnly = false, isChecked = false }: StoreFile): Store {
  const writer = openDatabase(file, { readOnly, isChecked });
  let reader: Connection | undefined;
  const vaultKey = createVaultKey(writer);
  const context: StoreContext = {
    writer,
    reader: () => (reader ??= connect(file, { readOnly: true })),
    shapes: createShapes(writer),
    profileCounts: createProfileCounts(writer),
    vault: () => vaultKey.vault(),
  };
  const syncs = createSyncs(context, vaultKey);
  return {
    proxies: createProxies(context),
    services: createBrowsableList<ServiceRow>(sources.services, context),
    proxyUsers: createProxyUsers(context),
    valuesOf: (list, key, within) => listValues(context, list, key, within),
    ledger: createBrowsableList<LedgerRow>(sources.ledger, context),
    adjustments: createAdjustments(context, syncs),
    keptRecords: createKeptRecords(context, vaultKey),
    syncs,
    testRuns: createTestRuns(context),
    sizeBytes: () => sizeOf(file) + sizeOf(`${file}-wal`),
    get isUnlocked() {
      return vaultKey.isUnlocked;
    },
    unlock: (privateKey) => vaultKey.unlock(privateKey),
    close() {
      reader?.close();
      writer.close();
    },
  };
}

/**
 * Opens the offline copy; a damaged one is set aside under a name with the time
 * of day, never deleted, and a new one made.
 *
 * @returns the store, and the name of the file that was set aside or null
 * @throws FailureError as of `openStore`, but never `database-damaged`
 */
export function openOrRebuildStore({ file }: { readonly file: string }): {
  readonly store: Store;
  readonly setAside: string | null;
} {
  try {
    return { store: openStore({ file }), setAside: null };
  } catch (error) {
    if (!(error instanceof FailureError) || error.failure.code !== 'database-damaged') throw error;
  }
  const setAside = `${file}.damaged-${new Date().toISOString().replaceAll(':', '-')}`;
  for (const suffix of ['', '-wal', '-shm']) renameWhereThere(file + suffix, setAside + suffix);
  return { store: openStore({ file }), setAside: basename(setAside) };
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
