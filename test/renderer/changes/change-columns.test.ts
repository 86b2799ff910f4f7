import { expect, test } from 'vitest';
import { changeColumns } from '../../../src/renderer/changes/change-columns.ts';
import { changeKinds, type ChangeRow } from '../../../src/shared/records/change.ts';

test('each kind of change has a shape of its own next to its word', () => {
  const column = changeColumns.find(({ key }) => key === 'kind');
  // The column reads the kind alone.
  const cells = changeKinds.map((kind) => column?.cell({ kind } as ChangeRow));
  expect(cells.map((cell) => [cell?.text, cell?.icon?.tone])).toEqual([
    ['Replaced', 'warn'],
    ['Added', 'ok'],
    ['Removed', 'bad'],
    ['Changed', 'none'],
  ]);
  expect(new Set(cells.map((cell) => cell?.icon?.name)).size).toBe(changeKinds.length);
});
