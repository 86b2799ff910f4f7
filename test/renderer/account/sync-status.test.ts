import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { SyncStatus } from '../../../src/renderer/account/sync-status.svelte.ts';
import { Toasts } from '../../../src/renderer/kit/toast/toasts.svelte.ts';
import type { FailureCode } from '../../../src/shared/failure.ts';
import type { SyncProgress, SyncState } from '../../../src/shared/sync.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const progress: SyncProgress = { accountId: 'a', resource: 'proxies', received: 10, expected: 20 };
const stateWith = (changes: Partial<SyncState> = {}): SyncState =>
  ({
    accountId: 'a',
    running: null,
    lastCompletedAt: null,
    lastAttemptAt: null,
    lastProblem: null,
    ...changes,
  }) as SyncState; // other fields are not read here

/** A main process that knows this state, and ends a sync on demand. */
function playMain(state: SyncState): { endSync: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const bridge = {
    async request(name: string) {
      if (name === 'sync:run') await promise;
      const problem = { code: 'unreachable', message: 'No route.' };
      const value =
        name === 'sync:state'
          ? state
          : name === 'sync:plan'
            ? { accountId: 'a', nextAt: null, waitsFor: null, problem: null, isOnline: true }
            : { problem };
      return JSON.stringify({ ok: true, value });
    },
  };
  vi.stubGlobal('window', { bridge });
  return {
    endSync: () => {
      resolve(undefined);
    },
  };
}
async function openSync(state: SyncState): Promise<SyncStatus> {
  playMain(state);
  const sync = new SyncStatus('a', new Toasts());
  await sync.reload();
  return sync;
}

test('an account needs its first sync until one has ended, also while it runs', async () => {
  expect(new SyncStatus('a', new Toasts()).needsFirstSync).toBe(false);
  const fresh = await openSync(stateWith());
  expect(fresh.needsFirstSync).toBe(true);
  expect(fresh.wasSynced).toBe(false);
  const tried = await openSync(stateWith({ lastAttemptAt: '2026-11-21T08:00:00.000Z' }));
  expect(tried.needsFirstSync).toBe(false);
  expect(tried.isRunning).toBe(false);
  const running = await openSync(stateWith({ running: progress }));
  expect(running.needsFirstSync).toBe(true);
  expect(running.isRunning).toBe(true);
});

test('a sync runs from the click to its end', async () => {
  const { endSync } = playMain(stateWith());
  const sync = new SyncStatus('a', new Toasts());
  const run = sync.run();
  expect(sync.isRunning).toBe(true);
  sync.takeProgress(progress);
  expect(sync.progress?.received).toBe(10);
  endSync();
  await run;
  expect(sync.isRunning).toBe(false);
  expect(sync.progress).toBeNull();
});

test('a service that asks the sync to wait is not silent', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1000 });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const sync = new SyncStatus('a', new Toasts());
  sync.takeProgress(progress);
  vi.setSystemTime(61_000);
  sync.takeProgress({ ...progress, waitSeconds: 30 });
  expect(sync.heardAtMs).toBe(61_000);
  expect(sync.progress?.waitSeconds).toBe(30);
});

test('a resource that a successful sync did not load has a problem of its own', async () => {
  const resources = (code: FailureCode): Partial<SyncState> => {
    const ledger = { completedAt: null, problem: { code, message: 'No.' } };
    // No other resource is read here.
    return { resources: { residential_ledger: ledger } as unknown as SyncState['resources'] };
  };
  const problemIn = async (state: Partial<SyncState>): Promise<string | undefined> =>
    (await openSync(stateWith(state))).problemOf('residential_ledger')?.message;
  expect(await problemIn(resources('rejected'))).toBe('No.');
  expect(await problemIn(resources('not-found'))).toBe('The service does not offer this data.');
  expect(await problemIn(resources('canceled'))).toBeUndefined();
  // The banner shows it.
  const lastProblem = { code: 'unreachable', message: 'No route.' } as const;
  expect(await problemIn({ ...resources('unreachable'), lastProblem })).toBeUndefined();
});

test('what a sync reported is no longer shown once another one runs', async () => {
  const state = stateWith({ lastCompletedAt: '2026-10-01 08:00:00' });
  playMain(state);
  const toasts = new Toasts();
  const sync = new SyncStatus('a', toasts);
  await sync.reload();
  toasts.notifyAbout('sync', 'Synced: nothing changed.');
  sync.takeProgress(progress);
  expect(toasts.all).toEqual([]);
  toasts.notifyAbout('sync', 'Saved the keys. Syncing…');
  sync.take(state);
  expect(toasts.all).toEqual([]);
});

test('why a sync did not start is no longer shown once another one runs', async () => {
  const failure = { code: 'keys-missing', message: 'Enter the keys again.' };
  const request = (name: string): Promise<string> =>
    Promise.resolve(JSON.stringify(name === 'sync:run' ? { ok: false, failure } : { ok: true, value: stateWith() }));
  vi.stubGlobal('window', { bridge: { request } });
  const toasts = new Toasts();
  const sync = new SyncStatus('a', toasts);
  await sync.run();
  expect(toasts.all).toMatchObject([{ tone: 'bad', text: failure.message }]);
  playMain(stateWith());
  void sync.run();
  expect(toasts.all).toEqual([]);
});

test('a window that is opened during a sync knows how many proxies it expects', async () => {
  expect((await openSync(stateWith({ running: progress }))).expectedProxies).toBe(20);
});

test('none of a list is known only once the first sync has ended', async () => {
  // The other counts are not read here.
  const counts = { proxies: 5, services: 0, proxy_users: 0 } as SyncState['counts'];
  const first = await openSync(stateWith({ counts }));
  expect([first.knownCount('proxies'), first.knownCount('services')]).toEqual([5, null]);
  const later = await openSync(stateWith({ counts, lastCompletedAt: '2026-10-12T05:12:00Z' }));
  expect([later.knownCount('proxies'), later.knownCount('services')]).toEqual([5, 0]);
});
