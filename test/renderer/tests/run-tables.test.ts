import { expect, test } from 'vitest';
import { comparisonTable } from '../../../src/renderer/tests/run-tables.ts';

const comparison = {
  testRunId: 7,
  bothPassed: 1,
  onlyPassed: 2,
  onlyOtherPassed: 3,
  bothFailed: 4,
  reason: null,
};

test('a comparison names the source of each result, whichever run is shown', () => {
  expect(comparisonTable(comparison, true)).toEqual({
    name: 'Comparison with test run 7',
    headings: ['this_machine', 'service', 'proxies'],
    rows: [
      ['passed', 'passed', 1],
      ['passed', 'failed', 2],
      ['failed', 'passed', 3],
      ['failed', 'failed', 4],
    ],
  });
  expect(comparisonTable(comparison, false).rows.slice(1, 3)).toEqual([
    ['failed', 'passed', 2],
    ['passed', 'failed', 3],
  ]);
});
