import { join } from 'node:path';
import type { AccountSummary } from '../shared/account.ts';
import { asFailure } from '../shared/failure.ts';
import type { Settings } from '../shared/settings.ts';
import type { Progress, SyncOutcome } from '../shared/sync.ts';
import { createLastViews } from './accounts/last-views.ts';
import { acquireLock } from './lock.ts';
import { createBackground } from './background.ts';
import { createAccounts, type EnvironmentAccount, createKeys } from './accounts/accounts.ts';
import { type Desktop, type Clock, type Emit, type Log, systemClock } from './ports.ts';
import { createDiagnostics } from './diagnostics.ts';
import { createNotifications } from './notifications/notifications.ts';
import { type Save, createPresetRefresh } from './exports/presets/presets.ts';
import { createServedLists, type ServedLists } from './exports/presets/served-lists.ts';
import { createGateways } from './gateway/gateways.ts';
import { requestHandlers } from './ipc/handlers/index.ts';
import type { Keychain } from './accounts/keychain.ts';
import { openRegistry } from './accounts/registry.ts';
import { createSessions, type Session } from './accounts/sessions.ts';
import { createServiceEdits } from './sync/edit-service.ts';
import { changeLimits } from './store/user/change-log.ts';
import { createSyncEngine, type SyncOptions } from './sync/engine.ts';
import { createSyncSchedule } from './sync/sync-schedule.ts';
import { createTestRuns } from './test-runs/runs.ts';
import { createTestSchedule } from './test-runs/schedule-runs.ts';
import { createGatewayStart } from './threads/gateway-thread.ts';
import { createWorkerRunner } from './threads/sync-thread.ts';

export interface AppParts {
  /** Of registry and caches; created with mode 0700. */
  readonly dataDir: string;
  /** Its name for others, as the beginning of a sentence. */
  readonly program?: string;
  readonly keychain: Keychain;
  readonly desktop: Desktop;
  readonly emit: Emit;
  readonly log: Log;
  /** Of environment variables; keys stay in memory. */
  readonly environment?: EnvironmentAccount | undefined;
  /** The built worker (threads/entry.ts). */
  readonly workerFile: URL;
  readonly isOnline?: (() => boolean) | undefined;
  /** The clock of schedules; left out: this machine's. */
  readonly clock?: Clock | undefined;
}

/** Proxydeck without a window. */
export type App = ReturnType<typeof createApp>;

/**
 * Wires the app without Electron, for window, command line, tests and benchmarks.
 *
 * @throws FailureError `read-only`, `database-newer`, `database-damaged` of the registry
 */
export function createApp(parts: AppParts) {
  const { dataDir, desktop, emit, log, workerFile, environment, clock = systemClock } = parts;
  const { program = 'Another Proxydeck' } = parts;

  const registry = openRegistry(join(dataDir, 'registry.sqlite'));
  const keys = createKeys(parts.keychain);
  const sessions = createSessions({ dataDir, keys, log, workerFile, account: (id) => accounts.byId(id) });
  const accounts = createAccounts({
    registry,
    keys,
    deleteFiles: (account) => sessions.deleteFiles(account),
    environment,
    lock: () => acquireLock(join(dataDir, 'registry.lock')),
  });
  const lastViews = createLastViews(join(dataDir, 'accounts'), log);
  const session = sessions.of;

  let savingCount = 0;
  const save =
    (accountId: string): Save =>
    ({ signal, ...job }) => {
      const onProgress = (progress: Progress): void => {
        emit('exports:progress', { accountId, ...progress });
      };
      savingCount += 1;
      return session(accountId)
        .workers.call('exports:save', job, { signal, onProgress })
        .finally(() => {
          savingCount -= 1;
        });
    };
  const presetRefresh = createPresetRefresh({
    emit,
    log,
    source: (accountId) => ({ store: session(accountId).store, save: save(accountId) }),
  });
  const notifications = createNotifications({
    desktop,
    settings: () => registry.settings(),
    account: (accountId) => ({
      name: accounts.byId(accountId).name,
      store: session(accountId).store,
    }),
    clock,
    emit,
    log,
  });

  /** Removes results that are older than the setting, after every sync and run. */
  const purgeTests = (accountId: string): void => {
    const { testHistoryDays, testHistoryMegabytes } = registry.settings();
    session(accountId)
      .workers.call('tests:purge', { testHistoryDays, testHistoryMegabytes })
      .catch((error: unknown) => {
        if (asFailure(error).code !== 'canceled') log.error('removal of old test runs', error);
      });
  };
  const engine = createSyncEngine({
    emit,
    log,
    keepChanges: () => changeLimits(registry.settings()),
    runner: createWorkerRunner(workerFile),
    onFinished: (accountId) => {
      presetRefresh.begin(accountId);
      notifications.syncEnded(accountId);
      purgeTests(accountId);
      if (gateways.isOn(accountId)) {
        gateways
          .of(accountId)
          .refresh()
          .catch((error: unknown) => {
            log.error('gateway after a sync', error);
          });
      }
    },
  });
  const testRuns = createTestRuns({
    emit,
    onStopped: (accountId, run) => {
      notifications.runStopped(accountId, run);
      purgeTests(accountId);
    },
  });
  const serviceEdits = createServiceEdits();
  const servedLists = new WeakMap<Session, ServedLists>();
  const listsOf = (accountId: string): ServedLists => {
    const opened = session(accountId);
    const { store, unlock, workers } = opened;
    const lists =
      servedLists.get(opened) ??
      createServedLists({
        store,
        unlock,
        makeText: (choices) => workers.call('exports:text', choices),
        port: () => gateways.port(accountId),
      });
    servedLists.set(opened, lists);
    return lists;
  };
  const gateways = createGateways({
    readList: (accountId, request) => listsOf(accountId).read(request),
    program,
    target: (accountId) => session(accountId).gatewayTarget,
    emit,
    log,
    start: createGatewayStart(workerFile),
  });
  const stopWork = async (accountId: string): Promise<void> => {
    await Promise.all([engine.cancel(accountId), testRuns.pauseAccount(accountId), gateways.turnOff(accountId)]);
  };
  const sync = async (accountId: string, options?: SyncOptions): Promise<SyncOutcome> =>
    engine.run(session(accountId).syncTarget, options);
  /** The account whose schedule runs; undefined: those of all. */
  let scheduledId: string | undefined;
  const scheduledIds = (): string[] =>
    accounts
      .list()
      .map(({ id }) => id)
      .filter((id) => (scheduledId === undefined || id === scheduledId) && !sessions.isWritingPast(id));
  const schedule = createSyncSchedule({
    clock,
    log,
    isOnline: parts.isOnline ?? (() => true),
    intervalMinutes: () => registry.settings().syncIntervalMinutes,
    accountIds: scheduledIds,
    lastRun: (accountId) => session(accountId).store.syncs.lastRun(),
    run: (accountId) => sync(accountId),
    cancelAll: () => engine.cancelAll(),
    onPlan: (plan) => {
      emit('sync:plan', plan);
    },
  });

  const testSchedule = createTestSchedule({
    clock,
    log,
    emit,
    isOnline: parts.isOnline ?? (() => true),
    // One process tests what is due: a test may cost.
    accountIds: () => scheduledIds().filter((accountId) => gateways.elsewhere(accountId) === null),
    store: (accountId) => session(accountId).store,
    run: (accountId, name, { where, ...plan }) =>
      testRuns.start({
        ...session(accountId).tested,
        ...plan,
        name,
        proxies: { kind: 'query', where },
      }),
  });

  const background = createBackground({
    accounts: () => accounts.list(),
    session,
    engine,
    schedule,
    testRuns,
    testSchedule,
    gateways,
  });
  const diagnostics = createDiagnostics({ dataDir, accounts, registry, session });
  const work = { engine, sync, schedule, testRuns, testSchedule, serviceEdits, gateways };
  const features = { session, accounts, lastViews, registry, ...work };
  const ports = { desktop, diagnostics, emit, log, save, listsOf, stopWork };
  return {
    handlers: requestHandlers({ ...features, ...ports }),
    accounts,
    session,
    /** Closes accounts that another process removed; for when the window gets the focus. */
    closeRemoved: async (): Promise<void> => {
      const known = new Set(accounts.list().map(({ id }) => id));
      for (const id of sessions.openIds().filter((one) => !known.has(one))) {
        await gateways.turnOff(id);
        await sessions.close(id);
      }
    },
    /** Runs or joins a sync. Failures of the engine. */
    sync: (opened: Session, options: SyncOptions) => sync(opened.account.id, options),
    /**
     * Begins automatic syncs and tests.
     *
     * @param only one account; default: all
     */
    startSchedules(only?: string): void {
      scheduledId = only;
      schedule.start();
      testSchedule.start();
    },
    schedule,
    testSchedule,
    testRuns,
    gateways,
    /** Presets that are served at local addresses. */
    listsOf,
    diagnostics,
    settings: () => registry.settings(),
    /** Only for those that the main process alone applies. */
    saveSettings: (changes: Partial<Settings>): void => {
      registry.saveSettings(changes);
    },
    background,
    releaseReaders(): void {
      for (const id of sessions.openIds()) session(id).workers.release();
    },
    /** Turns on gateways that start with the window. */
    async startGateways(): Promise<void> {
      for (const { id } of accounts.list()) {
        try {
          if (session(id).store.settings.get().gatewayStarts) await gateways.turnOn(id);
        } catch (error) {
          log.error('start of a gateway', error);
        }
      }
    },
    presetRefresh,
    /** Work that quitting would interrupt, as phrases. */
    runningWork(): string[] {
      const isFirst = ({ id }: Pick<AccountSummary, 'id'>): boolean =>
        engine.isRunning(id) && session(id).store.syncs.lastRun().lastCompletedAt === null;
      return [
        ...accounts
          .list()
          .filter(isFirst)
          .map(({ name }) => `the first sync of ${name}`),
        ...testRuns
          .running()
          .map(({ accountId, testRunId }) => `test run ${String(testRunId)} of ${accounts.byId(accountId).name}`),
        ...(serviceEdits.isAny() ? ['the change of a service'] : []),
        ...(savingCount > 0 ? ['an export'] : []),
        ...gateways
          .running()
          .filter(({ openCount }) => openCount > 0)
          .map(
            ({ accountId, openCount }) =>
              `${String(openCount)} ${openCount === 1 ? 'connection' : 'connections'} through the gateway of ${accounts.byId(accountId).name}`,
          ),
      ];
    },
    async close(): Promise<void> {
      schedule.stop();
      testSchedule.stop();
      await engine.cancelAll();
      await Promise.all([presetRefresh.close(), testRuns.pauseAll(), gateways.closeAll()]);
      await sessions.closeAll();
      registry.close();
    },
  };
}
