import { expect, test } from 'vitest';
import { describeAge } from '../../../src/renderer/app/describe-age.ts';
import type { SyncPlan, SyncState } from '../../../src/shared/sync.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hour = 3_600_000;
const at = (ms: number): string => new Date(now - ms).toISOString();
const state = (parts: Partial<SyncState>): SyncState =>
  ({ accountId: 'a', lastCompletedAt: null, lastProblem: null, ...parts }) as SyncState; // what is read of it
const plan = (parts: Partial<SyncPlan>): SyncPlan => ({
  accountId: 'a',
  nextAt: null,
  waitsFor: null,
  problem: null,
  isOnline: true,
  ...parts,
});

test('a copy is fresh, stale, failed, incomplete or never made, and always has an age where it has one', () => {
  const said = (parts: Partial<SyncState>, interval = 60): [string, string] => {
    const { tone, text } = describeAge(state(parts), null, interval, now);
    return [tone, text];
  };
  expect(said({})).toEqual(['none', 'Never synced']);
  expect(said({ lastCompletedAt: at(2 * hour) })).toEqual(['ok', 'Synced 2 hours ago']);
  expect(said({ lastCompletedAt: at(30 * hour) })[1]).toMatch(/^Stale: synced /);
  // Whoever syncs once a day is not warned before two days.
  expect(said({ lastCompletedAt: at(30 * hour) }, 1440)[0]).toBe('ok');
  const lastProblem = { code: 'unreachable', message: '' } as const;
  expect(said({ lastCompletedAt: at(2 * hour), lastProblem })).toEqual([
    'warn',
    'Offline copy from 2 hours ago, the last sync failed',
  ]);
  expect(said({ lastProblem: { code: 'incomplete', message: '' } })).toEqual([
    'warn',
    'No complete copy yet, the last sync was not complete',
  ]);
  // Stopping a sync is no failure.
  const canceled = { code: 'canceled', message: '' } as const;
  expect(said({ lastCompletedAt: at(hour), lastProblem: canceled })[0]).toBe('ok');
});

test('what comes next is said: a time, the network, the person, or nothing', () => {
  const next = (parts: Partial<SyncPlan>): string | null =>
    describeAge(state({}), plan(parts), 60, now).next;
  expect(next({ nextAt: at(-12 * 60_000) })).toBe('Next sync in 12 min');
  expect(next({ nextAt: at(-6 * hour) })).toBe('Next sync in 6 h');
  expect(next({ nextAt: at(5000) })).toBe('Next sync in a minute');
  expect(next({ isOnline: false, waitsFor: 'network' })).toBe('Offline');
  expect(next({ waitsFor: 'person' })).toBe('Automatic sync waits for you');
  expect(next({})).toBeNull();
});
