import { afterEach, expect, test } from 'vitest';
import { SyncStatus } from '../../../src/renderer/account/sync-status.svelte.ts';
import type { SyncPlan, SyncProgress, SyncState } from '../../../src/shared/sync.ts';

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'window');
});

const noFailure = (): never => expect.unreachable();

const progressOf = (accountId: string): SyncProgress => ({
  accountId,
  resource: 'proxies',
  received: 10,
  expected: 20,
});

const stateOf = (accountId: string, changes: Partial<SyncState> = {}): SyncState =>
  ({
    accountId,
    running: null,
    lastCompletedAt: null,
    lastAttemptAt: null,
    lastProblem: null,
    ...changes,
  }) as SyncState; // the counts are not read here

const planOf = (accountId: string): SyncPlan => ({
  accountId,
  nextAt: null,
  waitsFor: null,
  problem: null,
  isOnline: true,
});

/** A window whose main process knows these states, and ends a sync when it is told to. */
function openWindow(states: readonly SyncState[]): { endSync: () => void } {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const bridge = {
    async request(name: string, { accountId }: { accountId: string }) {
      if (name === 'sync:run') await promise;
      const value =
        name === 'sync:state'
          ? states.find((state) => state.accountId === accountId)
          : name === 'sync:plan'
            ? planOf(accountId)
            : { complete: true };
      return JSON.stringify({ ok: true, value });
    },
  };
  Object.defineProperty(globalThis, 'window', { value: { bridge }, configurable: true });
  return {
    endSync: () => {
      resolve(undefined);
    },
  };
}

test('only an account that was never tried is said to be so', async () => {
  const tried = stateOf('b', { lastAttemptAt: '2026-11-21T08:00:00.000Z' });
  const running = stateOf('c', { running: progressOf('c') });
  openWindow([stateOf('a'), tried, running]);
  const status = new SyncStatus();
  expect(await status.enter('a', noFailure)).toBe(true);
  expect(status.wasSynced).toBe(false);
  expect(await status.enter('b', noFailure)).toBe(false);
  expect(status.isRunning).toBe(false);
  expect(await status.enter('c', noFailure)).toBe(false);
  expect(status.isRunning).toBe(true);
});

test('what is said of another account changes nothing', async () => {
  openWindow([stateOf('a')]);
  const status = new SyncStatus();
  await status.enter('a', noFailure);
  status.takeProgress(progressOf('b'));
  status.take(stateOf('b', { running: progressOf('b') }));
  status.takePlan(planOf('b'));
  expect(status.progress).toBeNull();
  expect(status.state?.accountId).toBe('a');
  expect(status.plan?.accountId).toBe('a');
  status.takeProgress(progressOf('a'));
  expect(status.isRunning).toBe(true);
});

test('a sync runs from the click to its end, and not in the account that was changed to meanwhile', async () => {
  const { endSync } = openWindow([stateOf('a'), stateOf('b')]);
  const status = new SyncStatus();
  await status.enter('a', noFailure);
  const run = status.run(noFailure);
  expect(status.isRunning).toBe(true);
  await status.enter('b', noFailure);
  expect(status.isRunning).toBe(false);
  status.takeProgress(progressOf('b'));
  endSync();
  await run;
  expect(status.progress?.accountId).toBe('b');
});
