import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../../shared/failure.ts';
import {
  mainLists,
  syncResources,
  type SyncResource,
  type SyncOutcome,
  type SyncProgress,
  type SyncState,
} from '../../shared/sync.ts';
import type { Emit, Log } from '../ports.ts';
import type { ClientParts } from '../api/http/client.ts';
import type { Store } from '../store/index.ts';
import { acquireLock } from '../lock.ts';
import { countKept } from './account-data.ts';
import type { ChangeLimits } from '../store/user/change-log.ts';
import type { SyncRunParts } from './run-sync.ts';

export interface SyncTarget {
  readonly accountId: string;
  readonly store: Store;
  readonly databaseFile: string;
  /** Also unlocks the cache. */
  readonly connect: () => Promise<ClientParts>;
}

/** Does one run in a thread; see `runSync`. */
export type SyncRunner = (
  parts: Omit<SyncRunParts, 'client' | 'store' | 'acceptEmpty' | 'only'> & {
    /** Every second while the service refuses. */
    readonly onWait: (seconds: number) => void;
    readonly databaseFile: string;
    readonly service: ClientParts;
    readonly acceptEmpty: boolean;
    readonly only: readonly SyncResource[] | undefined;
  },
) => Promise<SyncOutcome>;

export interface SyncOptions {
  readonly acceptEmpty?: boolean | undefined;
  /** Default: all. */
  readonly only?: readonly SyncResource[] | undefined;
  readonly signal?: AbortSignal | undefined;
  /** For another process that syncs; gets milliseconds so far. Default: failure `busy`. */
  readonly onWait?: ((waitedMs: number) => void) | undefined;
  readonly onProgress?: ((progress: SyncProgress) => void) | undefined;
}

interface Run {
  readonly outcome: Promise<SyncOutcome>;
  readonly controller: AbortController;
  readonly only: SyncOptions['only'];
  progress: SyncProgress;
}

const progressIntervalMs = 100;
/** Shorter waits are not shown. */
const leastShownSeconds = 2;
const lockIntervalMs = 250;

export type SyncEngine = ReturnType<typeof createSyncEngine>;

/** One run per account at a time, across processes. */
export function createSyncEngine(parts: {
  readonly emit: Emit;
  readonly log: Log;
  readonly keepChanges?: (() => ChangeLimits) | undefined;
  readonly runner: SyncRunner;
  /** After runs with an outcome, before their callers. */
  readonly onFinished?: ((accountId: string) => void) | undefined;
}) {
  const { emit, log, keepChanges, runner, onFinished } = parts;
  const runs = new Map<string, Run>();

  const state = (accountId: string, store: Store): SyncState => ({
    accountId,
    running: runs.get(accountId)?.progress ?? null,
    ...store.syncs.lastRun(),
    // Has every resource.
    counts: Object.fromEntries(
      syncResources.map((resource) => [resource, countKept(store, resource)]),
    ) as SyncState['counts'],
    resources: store.syncs.resourceStates(),
    databaseBytes: store.sizeBytes(),
  });

  const start = async (
    target: SyncTarget,
    options: SyncOptions,
    run: Run,
    signal: AbortSignal,
  ): Promise<SyncOutcome> => {
    const { accountId, store } = target;
    const lockFile = `${target.databaseFile}.sync-lock`;
    const release = acquireLock(lockFile) ?? (await waitForLock(lockFile, options.onWait, signal));
    try {
      const service = await target.connect();
      emit('sync:state', state(accountId, store));
      let emittedAtMs = 0;
      return await runner({
        service,
        databaseFile: target.databaseFile,
        signal,
        acceptEmpty: options.acceptEmpty ?? false,
        only: options.only,
        keepChanges: keepChanges?.(),
        onProgress(resource, received, expected) {
          // Shows a read list while the next is read.
          const isNext = resource !== run.progress.resource;
          const hasWaited = run.progress.waitSeconds !== undefined;
          // The first page says how long the list is.
          const isCounted = run.progress.expected === null && expected !== null;
          if (isNext) {
            emit('store:changed', { accountId });
          }
          run.progress = { accountId, resource, received, expected };
          options.onProgress?.(run.progress);
          const nowMs = performance.now();
          if (!isNext && !isCounted && !hasWaited && nowMs - emittedAtMs < progressIntervalMs) return;
          emittedAtMs = nowMs;
          emit('sync:progress', run.progress);
        },
        onWait(waitSeconds) {
          // Short waits of a steady pace need no message.
          if (waitSeconds < leastShownSeconds && run.progress.waitSeconds === undefined) return;
          run.progress = { ...run.progress, waitSeconds };
          options.onProgress?.(run.progress);
          emit('sync:progress', run.progress);
        },
        onError(error) {
          log.error('sync', error);
        },
      });
    } finally {
      release();
    }
  };

  return {
    state,
    /**
     * Starts a run, or joins or follows the current one. Failures: `busy` if another process syncs, `canceled` if the
     * previous run or the wait was, those of keys and `runSync`.
     */
    run(target: SyncTarget, options: SyncOptions = {}): Promise<SyncOutcome> {
      const { accountId, store } = target;
      const underWay = runs.get(accountId);
      if (underWay && covers(underWay.only, options.only)) return underWay.outcome;
      if (underWay) return runAfter(underWay, () => this.run(target, options));
      const controller = new AbortController();
      const signal = options.signal ? AbortSignal.any([options.signal, controller.signal]) : controller.signal;
      const progress = { accountId, resource: mainLists[0], received: 0, expected: null };
      const { promise, resolve } = Promise.withResolvers<SyncOutcome>();
      const run: Run = { controller, progress, only: options.only, outcome: promise };
      runs.set(accountId, run);
      // Removed first, so that a listener may start the next.
      const work = start(target, options, run, signal).finally(() => {
        runs.delete(accountId);
        try {
          emit('sync:state', state(accountId, store));
        } catch {
          // An unreadable cache must not hide how the run ended.
        }
        emit('store:changed', { accountId });
      });
      resolve(work);
      promise.then(
        () => {
          if (!signal.aborted) onFinished?.(accountId);
        },
        () => undefined,
      );
      return promise;
    },
    isRunning: (accountId: string) => runs.has(accountId),
    /** Waits until it has left the store. */
    async cancel(accountId: string): Promise<void> {
      const run = runs.get(accountId);
      run?.controller.abort();
      await run?.outcome.catch(() => undefined);
    },
    async cancelAll(): Promise<void> {
      await Promise.all([...runs.keys()].map((accountId) => this.cancel(accountId)));
    },
  };
}

/** Polls: a file can't announce that it is free. */
async function waitForLock(lockFile: string, onWait: SyncOptions['onWait'], signal: AbortSignal): Promise<() => void> {
  if (!onWait) {
    throw fail(
      'busy',
      'Another Proxydeck is syncing this account right now. Nothing was changed. Wait until it has finished.',
    );
  }
  const startedAtMs = performance.now();
  for (let waitedMs = 0; ; waitedMs = performance.now() - startedAtMs) {
    onWait(waitedMs);
    try {
      await sleep(lockIntervalMs, undefined, { signal });
    } catch (cause) {
      throw fail('canceled', 'Canceled while waiting. Nothing was changed.', { cause });
    }
    const release = acquireLock(lockFile);
    if (release) return release;
  }
}

/** Undefined: everything. */
function covers(present: SyncOptions['only'], wanted: SyncOptions['only']): boolean {
  if (!present) return true;
  return (wanted ?? syncResources).every((resource) => present.includes(resource));
}

async function runAfter(before: Run, run: () => Promise<SyncOutcome>): Promise<SyncOutcome> {
  await before.outcome.catch(() => undefined);
  if (!before.controller.signal.aborted) return run();
  throw fail('canceled', 'Canceled. Data received so far is cached.');
}
