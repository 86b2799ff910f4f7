import { expect, test } from 'vitest';
import { changesPerDay } from '../../../src/renderer/changes/describe-change.ts';
import type { RecordedSync } from '../../../src/shared/records/change.ts';

const sync = (startedAt: Date, added: number, removed: number): RecordedSync => ({
  id: startedAt.getTime(),
  kind: 'sync',
  startedAt: startedAt.toISOString(),
  finishedAt: null,
  isComplete: true,
  problem: null,
  firstLists: null,
  counts: { added, changed: 0, removed, replaced: 0 },
  skippedCount: 0,
});

test('the changes of each local day are added up, and days without a sync have none', () => {
  // Local times: a sync just before midnight belongs to its own day.
  const days = changesPerDay(
    [
      sync(new Date(2026, 10, 22, 13), 3, 1),
      sync(new Date(2026, 10, 22, 0, 0, 1), 5, 0),
      sync(new Date(2026, 10, 20, 23, 59, 59), 0, 7),
      sync(new Date(2026, 10, 18, 12), 100, 0),
    ],
    '2026-11-22',
  );
  expect(days).toHaveLength(30);
  expect(days.slice(-5)).toEqual([
    { day: '2026-11-18', count: 100 },
    { day: '2026-11-19', count: 0 },
    { day: '2026-11-20', count: 7 },
    { day: '2026-11-21', count: 0 },
    { day: '2026-11-22', count: 9 },
  ]);
});
