import { expect, test } from 'vitest';
import { sortGroups } from '../../../src/renderer/test-runs/run-groups.ts';

test('groups are sorted by the share of proxies that work, of equal ones the largest first, or by size', () => {
  const groups = [
    { label: 'large', count: 100, works: 90 },
    { label: 'small and bad', count: 2, works: 1 },
    { label: 'larger and bad', count: 10, works: 5 },
  ];
  const labels = (order: 'worst' | 'largest') => sortGroups(groups, order).map(({ label }) => label);
  expect(labels('worst')).toEqual(['larger and bad', 'small and bad', 'large']);
  expect(labels('largest')).toEqual(['large', 'larger and bad', 'small and bad']);
});
