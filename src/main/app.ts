import { join } from 'node:path';
import { asFailure } from '../shared/failure.ts';
import { createAccounts, type Accounts, type EnvironmentAccount } from './accounts.ts';
import { systemClock } from './clock.ts';
import type { Desktop } from './desktop.ts';
import type { Emit } from './emit.ts';
import type { SyncOutcome } from '../shared/sync.ts';
import { accountHandlers } from './ipc/accounts.ts';
import { annotationHandlers } from './ipc/annotations.ts';
import { createDraggedFiles, type DraggedFiles } from './exports/dragged-files.ts';
import { createPresetRefresh, type PresetRefresh } from './exports/preset-refresh.ts';
import type { Save } from './exports/save-preset.ts';
import { exportHandlers } from './ipc/exports.ts';
import type { Handlers } from './ipc/handlers.ts';
import { listHandlers } from './ipc/lists.ts';
import { keptRecordHandlers } from './ipc/kept-records.ts';
import { refreshHandlers } from './ipc/refresh.ts';
import { presetHandlers } from './ipc/presets.ts';
import { savedHandlers } from './ipc/saved.ts';
import { settingHandlers } from './ipc/settings.ts';
import { syncHandlers } from './ipc/sync.ts';
import { testHandlers } from './ipc/tests.ts';
import { usageHandlers } from './ipc/usage.ts';
import { createJobRuns, type JobCopy } from './jobs/runs.ts';
import type { Keychain } from './keychain.ts';
import { createKeys } from './keys.ts';
import type { Log } from './log.ts';
import { openRegistry } from './registry.ts';
import { createSessions, type Session } from './sessions.ts';
import { createSyncEngine, type SyncOptions } from './sync/engine.ts';
import { createSyncSchedule, type SyncSchedule } from './sync/schedule.ts';
import { createThreadRunner } from './sync/run-in-thread.ts';
import { createRecovery } from './recovery.ts';
import { createTestRuns, type TestRuns } from './testing/runs.ts';

export interface AppParts {
  /** Folder of the registry and of the offline copies; made with mode 0700 if it is not there. */
  readonly dataDir: string;
  readonly keychain: Keychain;
  readonly desktop: Desktop;
  readonly emit: Emit;
  readonly log: Log;
  /** Account given by environment variables; its keys stay in memory. */
  readonly environment?: EnvironmentAccount | undefined;
  /** The module sync/thread.ts as built; without it a sync runs in this thread. */
  readonly syncThread?: URL | undefined;
  /** The module jobs/thread.ts as built; without it long work is done in this thread. */
  readonly jobThread?: URL | undefined;
  /** The module reading/thread.ts as built; without it the window's questions are answered in this thread. */
  readonly readingThread?: URL | undefined;
  /** False where the system is sure that there is no network; without it nobody knows. */
  readonly isOnline?: (() => boolean) | undefined;
}

/** Proxydeck without a window: everything that can be asked of it. */
export interface App {
  readonly handlers: Handlers;
  readonly accounts: Accounts;
  session(accountId: string): Session;
  /** Runs a sync, or joins the one under way. Failures `busy` and those of the keys. */
  sync(session: Session, options: SyncOptions): Promise<SyncOutcome>;
  /**
   * Where an error is damage, sets the damaged files aside.
   *
   * @returns the failure that says so; any other error as it is
   */
  recover(accountId: string, error: unknown): Promise<unknown>;
  /** Syncs by itself once it is started. */
  readonly schedule: SyncSchedule;
  readonly testRuns: TestRuns;
  /** Files that were dragged out; for the one process that has a window to remove. */
  readonly draggedFiles: Pick<DraggedFiles, 'removeAll'>;
  /** Files of export presets that follow the syncs. */
  readonly presetRefresh: PresetRefresh;
  /** Stops what runs, closes the offline copies and the clients. */
  close(): Promise<void>;
}

/**
 * Wires the app. Knows no Electron: the window, the command line, the tests and
 * the benchmarks all run this.
 *
 * @throws FailureError `read-only`, `database-newer`, `database-damaged` of the registry
 */
export function createApp(parts: AppParts): App {
  const { dataDir, desktop, emit, log } = parts;
  const registry = openRegistry(join(dataDir, 'registry.sqlite'));
  const keys = createKeys(parts.keychain);
  const sessions = createSessions({
    dataDir,
    keys,
    log,
    readingThread: parts.readingThread,
    jobThread: parts.jobThread,
  });
  const accounts = createAccounts({
    registry,
    keys,
    deleteFiles: (account) => sessions.deleteFiles(account),
    environment: parts.environment,
  });
  const session = (accountId: string): Session => sessions.get(accounts.byId(accountId));
  const examine = (accountId: string): Promise<void> | undefined => {
    const examination = sessions.examine(accounts.byId(accountId));
    // Who waits for it hears of its failure.
    examination?.catch(() => undefined);
    return examination;
  };
  const engine = createSyncEngine({
    emit,
    runner: parts.syncThread && createThreadRunner(parts.syncThread),
    onFinished: (accountId) => {
      presetRefresh.begin(accountId);
    },
  });
  const schedule = createSyncSchedule({
    clock: systemClock,
    isOnline: parts.isOnline ?? (() => true),
    intervalMinutes: () => registry.settings().syncIntervalMinutes,
    // One that is examined is looked at when that is over.
    accountIds: () =>
      accounts
        .list()
        .map(({ id }) => id)
        .filter((id) => examine(id) === undefined),
    lastRun: (accountId) => session(accountId).store.syncs.lastRun(),
    run: (accountId) => sync(accountId),
    cancelAll: () => engine.cancelAll(),
    onPlan: (plan) => {
      emit('sync:plan', plan);
    },
  });
  const onAccountsChanged = (accountId: string | null): void => {
    if (accountId === null) schedule.recheck();
    else schedule.personActed(accountId);
  };
  const testRuns = createTestRuns({ emit });
  const draggedFiles = createDraggedFiles(join(dataDir, 'dragged'));
  const jobRuns = createJobRuns(parts.jobThread);
  const jobCopy = (accountId: string): JobCopy => {
    const { store, syncTarget } = session(accountId);
    return { accountId, store, databaseFile: syncTarget.databaseFile, privateKey: null };
  };
  const unlockedCopy = async (accountId: string): Promise<JobCopy> => ({
    ...jobCopy(accountId),
    privateKey: await session(accountId).unlock(),
  });
  const saveOf =
    (accountId: string): Save =>
    async (job) =>
      jobRuns.run(await unlockedCopy(accountId), 'exports:save', job, {
        onProgress: (writtenCount) => {
          emit('exports:progress', { accountId, writtenCount });
        },
      });
  const presetRefresh = createPresetRefresh({
    emit,
    log,
    source: (accountId) => ({ store: session(accountId).store, save: saveOf(accountId) }),
  });

  const recovery = createRecovery({
    session,
    isReplaced: (accountId) => sessions.isReplaced(accountId),
    async stop(accountId) {
      await Promise.all([
        engine.cancel(accountId),
        testRuns.cancelAccount(accountId),
        jobRuns.cancel(accountId),
      ]);
      await sessions.close(accountId);
    },
    examine,
    refill(accountId) {
      schedule
        .watch(accountId, () => sync(accountId))
        .catch((error: unknown) => {
          log.error('sync of a renewed copy', error);
        });
    },
    emit,
  });
  const sync = (accountId: string, options?: SyncOptions): Promise<SyncOutcome> =>
    recovery.sync(accountId, () => engine.run(session(accountId).syncTarget, options));

  const handlers = recovery.around({
    ...accountHandlers({
      accounts,
      sessions,
      engine,
      testRuns,
      jobRuns,
      emit,
      onChange: onAccountsChanged,
    }),
    ...syncHandlers({ session, engine, sync, schedule }),
    ...listHandlers({ session }),
    ...refreshHandlers({ session, emit }),
    ...usageHandlers({ session, emit }),
    ...keptRecordHandlers({ session, emit }),
    ...exportHandlers({
      session,
      unlockedCopy,
      save: saveOf,
      desktop,
      emit,
      jobRuns,
      draggedFiles,
      settings: () => registry.settings(),
    }),
    ...presetHandlers({ session, desktop, save: saveOf }),
    ...savedHandlers({ session }),
    ...annotationHandlers({ session, jobCopy, jobRuns, emit }),
    ...testHandlers({ session, testRuns, log }),
    ...settingHandlers({
      registry,
      desktop,
      onChange: () => {
        schedule.recheck();
      },
    }),
  });
  return {
    handlers,
    accounts,
    session,
    sync: (opened, options) => sync(opened.account.id, options),
    recover: async (accountId, error) =>
      asFailure(error).code === 'database-damaged'
        ? ((await recovery.renew(accountId)) ?? error)
        : error,
    schedule,
    testRuns,
    draggedFiles,
    presetRefresh,
    async close() {
      schedule.stop();
      await engine.cancelAll();
      await Promise.all([presetRefresh.close(), testRuns.cancelAll(), jobRuns.cancel()]);
      await sessions.closeAll();
      registry.close();
    },
  };
}
