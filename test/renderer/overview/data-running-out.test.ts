import { expect, test } from 'vitest';
import { dataRunningOut } from '../../../src/renderer/overview/describe-problem.ts';

test('data that runs out within the days is named, the nearest first, and what should have run out counts for today', () => {
  const left = (kind: 'residential' | 'mobile', lastsUntil: string | null) => ({
    ...{ kind, left: 1, total: 2, bytesPerDay: 1 },
    lastsUntil,
  });
  const days = { first: '2026-11-28', last: '2026-12-28' };
  expect(dataRunningOut([left('residential', '2026-12-28'), left('mobile', '2026-11-20')], days)).toEqual([
    { kind: 'mobile', day: '2026-11-28' },
    { kind: 'residential', day: '2026-12-28' },
  ]);
  expect(dataRunningOut([left('residential', '2026-12-29'), left('mobile', null)], days)).toEqual([]);
});
