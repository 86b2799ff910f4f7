import { expect, test } from 'vitest';
import { AccountState } from '../../../src/renderer/account/account-state.svelte.ts';
import { AppState } from '../../../src/renderer/account/app-state.svelte.ts';
import { listColumns } from '../../../src/renderer/app/list-columns.ts';
import { changeActions } from '../../../src/renderer/changes/change-actions.ts';
import type { ChangeRow } from '../../../src/shared/records/change.ts';

test('the moved tags and note of a replaced proxy can be removed while it has them', () => {
  const account = new AccountState(new AppState(), 'a', listColumns);
  const titles = (row: Partial<ChangeRow>): string[] => {
    // The actions come from these fields alone.
    const change = { record_id: 'p', list: 'proxies', kind: 'replaced', ...row } as ChangeRow;
    return changeActions(account, { ...change, service_adjustment_id: null }).map(({ title }) => title);
  };
  const moved = { tags: ['nike', 'seo'], hasNote: true };
  expect(titles({ movedAnnotations: moved, tags: ['seo'], hasNote: true })).toEqual([
    'Show the proxy',
    'Remove the moved tags',
    'Remove the moved note',
  ]);
  expect(titles({ movedAnnotations: moved, tags: null, hasNote: false })).toEqual(['Show the proxy']);
  expect(titles({ movedAnnotations: { ...moved, hasNote: false }, hasNote: true })).toEqual(['Show the proxy']);
  expect(titles({ movedAnnotations: null, tags: ['seo'] })).toEqual(['Show the proxy']);
});
