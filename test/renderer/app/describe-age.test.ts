import { expect, test } from 'vitest';
import type { FailureCode } from '../../../src/shared/failure.ts';
import { describeAge } from '../../../src/renderer/app/describe-status.ts';
import { syncResources, type SyncPlan, type SyncResource, type SyncState } from '../../../src/shared/sync.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hour = 3_600_000;
const at = (ms: number): string => new Date(now - ms).toISOString();
const received = { completedAt: at(0), problem: null };
// Has every resource, as the type asks for.
const resources = Object.fromEntries(syncResources.map((resource) => [resource, received])) as SyncState['resources'];
const state = (parts: Partial<SyncState>): SyncState =>
  ({ accountId: 'a', lastCompletedAt: null, lastProblem: null, resources, ...parts }) as SyncState; // what is read of it
const plan = (parts: Partial<SyncPlan>): SyncPlan => ({
  accountId: 'a',
  nextAt: null,
  waitsFor: null,
  problem: null,
  isOnline: true,
  ...parts,
});

test('describes the age of the cached data, and a sync that failed or never ended', () => {
  const said = (parts: Partial<SyncState>, interval = 60): [string, string] => {
    const { tone, text } = describeAge(state(parts), null, interval, now);
    return [tone, text];
  };
  expect(said({})).toEqual(['none', 'Never synced']);
  expect(said({ lastCompletedAt: at(2 * hour) })).toEqual(['ok', 'Synced 2 hours ago']);
  expect(said({ lastCompletedAt: at(30 * hour) })[1]).toMatch(/^Out of date: synced /);
  // A daily sync is out of date after two days.
  expect(said({ lastCompletedAt: at(30 * hour) }, 1440)[0]).toBe('ok');
  const lastProblem = { code: 'unreachable', message: '' } as const;
  expect(said({ lastCompletedAt: at(2 * hour), lastProblem })).toEqual([
    'warn',
    'Sync failed, showing data from 2 hours ago',
  ]);
  expect(said({ lastProblem: { code: 'incomplete', message: '' } })).toEqual(['warn', 'First sync incomplete']);
  // A canceled sync did not fail.
  const canceled = { code: 'canceled', message: '' } as const;
  expect(said({ lastCompletedAt: at(hour), lastProblem: canceled })[0]).toBe('ok');
  expect(said({ lastProblem: canceled })).toEqual(['none', 'First sync not finished']);
});

test('names what comes next: a time, the network, the user, or nothing', () => {
  const next = (parts: Partial<SyncPlan>): string | null => describeAge(state({}), plan(parts), 60, now).next;
  expect(next({ nextAt: at(-12 * 60_000) })).toBe('Next sync in 12 min');
  expect(next({ nextAt: at(-6 * hour) })).toBe('Next sync in 6 h');
  expect(next({ nextAt: at(5000) })).toBe('Next sync in a minute');
  // Failures double the interval of the settings, so the text gives the reason.
  const lastProblem = { code: 'unreachable', message: '' } as const;
  const retry = plan({ nextAt: at(-2 * hour) });
  expect(describeAge(state({ lastProblem }), retry, 60, now).next).toBe('Next try in 2 h');
  expect(next({ isOnline: false, waitsFor: 'network' })).toBe('Offline');
  expect(next({ waitsFor: 'person' })).toBe('Auto-sync paused: check keys');
  expect(next({})).toBeNull();
  const keyless = describeAge(state({}), plan({ nextAt: at(-12 * 60_000) }), 60, now, true);
  expect(keyless.next).toBe('Auto-sync paused: add keys');
});

test('only a sync that received everything it tried is green; otherwise the missing parts are named', () => {
  const age = (codes: Partial<Record<SyncResource, FailureCode>>): [string, string] => {
    const failed = Object.entries(codes).map(([resource, code]) => [
      resource,
      { completedAt: null, problem: { code, message: '' } },
    ]);
    const parts = {
      lastCompletedAt: at(hour),
      // As above.
      resources: { ...resources, ...Object.fromEntries(failed) } as SyncState['resources'],
    };
    const { tone, text } = describeAge(state(parts), null, 60, now);
    return [tone, text];
  };
  expect(age({})).toEqual(['ok', 'Synced 1 hour ago']);
  expect(age({ residential_ledger: 'service-fault' })).toEqual(['warn', 'Synced 1 hour ago, without ledger entries']);
  expect(age({ residential_ledger: 'timeout', summaries: 'timeout', catalog: 'timeout' })).toEqual([
    'warn',
    'Synced 1 hour ago, without ledger entries, usage summaries and catalog',
  ]);
  // A service may lack them, and a canceled sync did not try them.
  expect(age({ summaries: 'not-found', catalog: 'canceled' })[0]).toBe('ok');
});
