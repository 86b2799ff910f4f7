import { join } from 'node:path';
import { asFailure } from '../shared/failure.ts';
import type { Progress } from '../shared/progress.ts';
import type { SyncOutcome } from '../shared/sync.ts';
import { createAccounts, type EnvironmentAccount } from './accounts/accounts.ts';
import type { Desktop } from './desktop.ts';
import { createDraggedFiles } from './exports/files/dragged-files.ts';
import { createPresetRefresh } from './exports/presets/preset-refresh.ts';
import type { Save } from './exports/presets/save-preset.ts';
import { requestHandlers } from './ipc/index.ts';
import type { Keychain } from './accounts/keychain.ts';
import { createKeys } from './accounts/keys.ts';
import { systemClock, type Emit, type Log } from './ports.ts';
import { createRecovery } from './recovery.ts';
import { openRegistry } from './accounts/registry.ts';
import { createSessions, type Session } from './accounts/sessions.ts';
import { createSyncEngine, type SyncOptions } from './sync/engine.ts';
import { createSyncSchedule } from './sync/schedule.ts';
import { createTestRuns } from './testing/runs.ts';
import { createWorkerRunner } from './workers/sync.ts';

export interface AppParts {
  /** Folder of the registry and the caches; created with mode 0700 if it does not exist. */
  readonly dataDir: string;
  readonly keychain: Keychain;
  readonly desktop: Desktop;
  readonly emit: Emit;
  readonly log: Log;
  /** The account that environment variables define; its keys stay in memory. */
  readonly environment?: EnvironmentAccount | undefined;
  /** The built worker (workers/entry.ts); without it everything runs in this thread. */
  readonly workerFile?: URL | undefined;
  /** False if the system knows that the network is down. */
  readonly isOnline?: (() => boolean) | undefined;
}

/** Proxydeck without a window. */
export type App = ReturnType<typeof createApp>;

/**
 * Wires the app, without Electron: the window, the command line, the tests and the benchmarks
 * all run this.
 *
 * @throws FailureError `read-only`, `database-newer`, `database-damaged` of the registry
 */
export function createApp(parts: AppParts) {
  const { dataDir, desktop, emit, log, workerFile, environment } = parts;

  const registry = openRegistry(join(dataDir, 'registry.sqlite'));
  const keys = createKeys(parts.keychain);
  const sessions = createSessions({ dataDir, keys, log, workerFile });
  const accounts = createAccounts({
    registry,
    keys,
    deleteFiles: (account) => sessions.deleteFiles(account),
    environment,
  });
  const session = (accountId: string): Session => sessions.get(accounts.byId(accountId));

  const save =
    (accountId: string): Save =>
    ({ signal, ...job }) => {
      const onProgress = (progress: Progress): void => {
        emit('exports:progress', { accountId, ...progress });
      };
      return session(accountId).workers.call('exports:save', job, { signal, onProgress });
    };
  const presetRefresh = createPresetRefresh({
    emit,
    log,
    source: (accountId) => ({ store: session(accountId).store, save: save(accountId) }),
  });
  const draggedFiles = createDraggedFiles(join(dataDir, 'dragged'), log);

  const engine = createSyncEngine({
    emit,
    log,
    runner: workerFile && createWorkerRunner(workerFile),
    onFinished: (accountId) => {
      presetRefresh.begin(accountId);
    },
  });
  const testRuns = createTestRuns({ emit });
  const stopWork = async (accountId: string): Promise<void> => {
    await Promise.all([engine.cancel(accountId), testRuns.cancelAccount(accountId)]);
  };
  const recovery = createRecovery({
    session,
    isReplaced: (accountId) => sessions.isReplaced(accountId),
    async stop(accountId) {
      await stopWork(accountId);
      await sessions.close(accountId);
    },
    refill(accountId) {
      schedule
        .watch(accountId, () => sync(accountId))
        .catch((error: unknown) => {
          log.error('sync of a renewed cache', error);
        });
    },
    emit,
  });
  const sync = (accountId: string, options?: SyncOptions): Promise<SyncOutcome> =>
    recovery.sync(accountId, () => engine.run(session(accountId).syncTarget, options));
  const schedule = createSyncSchedule({
    clock: systemClock,
    log,
    isOnline: parts.isOnline ?? (() => true),
    intervalMinutes: () => registry.settings().syncIntervalMinutes,
    accountIds: () => accounts.list().map(({ id }) => id),
    lastRun: (accountId) => session(accountId).store.syncs.lastRun(),
    run: (accountId) => sync(accountId),
    cancelAll: () => engine.cancelAll(),
    onPlan: (plan) => {
      emit('sync:plan', plan);
    },
  });

  const features = { session, sessions, accounts, registry, engine, sync, schedule, testRuns };
  const ports = { desktop, emit, log, save, draggedFiles, stopWork };
  return {
    handlers: recovery.around(requestHandlers({ ...features, ...ports })),
    accounts,
    session,
    /** Runs a sync, or joins the one in progress. Failures are those of the engine. */
    sync: (opened: Session, options: SyncOptions) => sync(opened.account.id, options),
    /**
     * Moves damaged files aside if an error is caused by damage.
     *
     * @returns the failure that reports it; any other error unchanged
     */
    recover: async (accountId: string, error: unknown): Promise<unknown> =>
      asFailure(error).code === 'database-damaged'
        ? ((await recovery.renew(accountId)) ?? error)
        : error,
    /** Syncs automatically once it is started. */
    schedule,
    testRuns,
    /** Files that were dragged out; the process with the window removes them. */
    draggedFiles,
    /** Files of export presets that are written after every sync. */
    presetRefresh,
    /** Stops all work, and closes the caches and the clients. */
    async close(): Promise<void> {
      schedule.stop();
      await engine.cancelAll();
      await Promise.all([presetRefresh.close(), testRuns.cancelAll()]);
      await sessions.closeAll();
      registry.close();
    },
  };
}
