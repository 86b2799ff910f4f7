import { expect, test } from 'vitest';
import { describeDragged } from '../../../src/renderer/actions/drag-selection.ts';

test('a drag is reported as what was prepared, because it may have been canceled', () => {
  const outcome = { writtenCount: 3, skipped: [], fileName: 'proxies-cedar.csv', fileCount: 1 };
  expect(describeDragged(outcome)).toBe('Prepared 3 proxies for dragging as proxies-cedar.csv.');
  expect(describeDragged({ ...outcome, writtenCount: 1, fileCount: 2 })).toBe(
    'Prepared 1 proxy for dragging as 2 files.',
  );
});
