import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { App } from '../../src/main/app.ts';
import { startDemoService, type DemoService, type FaultHook } from './demo-service.ts';
import type { Desktop, Clock, Emit, Log } from '../../src/main/ports.ts';
import type { Call, Handlers } from '../../src/main/ipc/handlers/handlers.ts';
import { requests, type Reply, type RequestName, type Requests } from '../../src/shared/ipc.ts';
import { builtWorker } from './built-worker.ts';
import { askHandlers } from './ask-handlers.ts';
import { accountAt, noDesktop, noLog, startApp } from './start-app.ts';
import { makeSyncedFolder } from './synced-folder.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

export interface OpenApp {
  readonly demo: DemoService;
  readonly accountId: string;
  /** The cache of the account. */
  readonly databaseFile: string;
  readonly handlers: Handlers;
  readonly session: App['session'];
  /** Asks like a window: the arguments pass the schema first. Failures are thrown. */
  readonly ask: <K extends RequestName, const Args extends Requests[K]['args']>(
    name: K,
    args: Args,
    call?: Call,
  ) => Promise<Reply<K, Args>>;
  /** What the end of the app would interrupt. */
  readonly runningWork: () => string[];
  /** What the app does without a window. */
  readonly background: App['background'];
  /** What happens after the window has opened. */
  readonly startGateways: () => Promise<void>;
  /** How many `store:changed` events there were since the last call. */
  readonly changed: () => number;
  /** Closes the app and its service; otherwise that happens when the test has finished. */
  readonly close: () => Promise<void>;
}

/** The app without a window, with one account at a demo service that goes wrong where `faults.now` says so. */
export async function openApp(
  options: {
    readonly proxyCount?: number;
    /** Whether the account is cached as after a first sync. */
    readonly isSynced?: boolean;
    readonly faults?: { now?: FaultHook };
    readonly desktop?: Partial<Desktop>;
    /** Instead of the built worker. */
    readonly workerFile?: URL;
    readonly log?: Log;
    readonly clock?: Clock;
    /** Learns of every event. */
    readonly emit?: Emit;
  } = {},
): Promise<OpenApp> {
  const { proxyCount = 40, faults = {}, desktop, workerFile = builtWorker, log = noLog, clock } = options;
  const demo = await startDemoService({ proxyCount, faults: (request) => faults.now?.(request) });
  const dataDir = options.isSynced ? (await makeSyncedFolder(demo)).dataDir : makeTemporaryFolder();
  let changes = 0;
  const app = startApp(
    dataDir,
    {
      desktop: { ...noDesktop, ...desktop },
      workerFile,
      emit(name, payload) {
        if (name === 'store:changed') changes += 1;
        options.emit?.(name, payload);
      },
      log,
      clock,
      environment: accountAt(demo),
    },
    // It closes below, before its service.
    () => undefined,
  );
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => (closing ??= app.close().then(() => demo.close()));
  onTestFinished(close);
  const accountId = app.accounts.named(undefined).id;
  return {
    demo,
    accountId,
    databaseFile: join(dataDir, 'accounts', `${accountId}.sqlite`),
    handlers: app.handlers,
    session: app.session,
    startGateways: () => app.startGateways(),
    runningWork: () => app.runningWork(),
    background: app.background,
    async ask(name, args, call) {
      requests[name].parse(args);
      return askHandlers(app, name, args, call);
    },
    changed() {
      const seen = changes;
      changes = 0;
      return seen;
    },
    close,
  };
}
